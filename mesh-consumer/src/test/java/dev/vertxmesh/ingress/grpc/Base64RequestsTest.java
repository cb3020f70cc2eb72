package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A body in base64 that ends too early, as Vert.x gives it. */
class Base64RequestsTest {

  private final Body body = new Body();
  private final Base64Requests requests = new Base64Requests(body, "test");
  private final List<String> read = new ArrayList<>();

  @BeforeEach
  void listen() {
    requests.handler(bytes -> read.add(bytes.toString())).endHandler(end -> read.add("end"));
  }

  @Test
  void whoLearnsThatItBreaksOffMayThrowTheRestAway() {
    List<Throwable> failures = new ArrayList<>();
    requests.exceptionHandler(
        failure -> {
          failures.add(failure);
          requests.resume();
        });
    body.say("aGVsbG8gYW"); // "hello " and a part of what is next
    body.end();
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).hasMessageContaining("within a group of four digits");
  }

  @Test
  void onceItHasEndedNobodyReadsOn() {
    body.say("aGVsbG8=");
    body.end();
    requests.pause();
    requests.fetch(1);
    assertThat(String.join("", read)).isEqualTo("helloend");
  }

  @Test
  void aChunkThatMakesNoByteIsFollowedByAnother() {
    assertThat(requests.fetch(1)).isSameAs(requests);
    body.say("aG");
    assertThat(body.asked).containsExactly(1L, 1L);
    body.say("Vs");
    assertThat(read).containsExactly("hel");
    assertThat(body.asked).hasSize(2);
  }

  @Test
  void demandIsThatOfTheBody() {
    assertThat(requests.pause()).isSameAs(requests);
    assertThat(requests.resume()).isSameAs(requests);
    assertThat(body.asked).containsExactly(0L, Long.MAX_VALUE);
  }

  @Test
  void afterWhatIsNoBase64NothingIsRead() {
    List<Throwable> failures = new ArrayList<>();
    assertThat(requests.exceptionHandler(failures::add)).isSameAs(requests);
    body.say("aGVs*");
    body.say("bG8=");
    body.end();
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).hasMessageContaining("byte 0x2a at 4 isn't base64");
    assertThat(read).doesNotContain("hel", "lo");
  }

  /** Whoever asks for more of it once it's over is thrown at, as by a request of HTTP/2. */
  private static final class Body implements ReadStream<Buffer> {

    private Handler<Buffer> handler;
    private Handler<Void> endHandler;
    private final List<Long> asked = new ArrayList<>();
    private boolean over;

    void say(String text) {
      handler.handle(Buffer.buffer(text));
    }

    void end() {
      over = true;
      endHandler.handle(null);
    }

    @Override
    public Body handler(Handler<Buffer> taker) {
      handler = taker;
      return this;
    }

    @Override
    public Body endHandler(Handler<Void> taker) {
      endHandler = taker;
      return this;
    }

    @Override
    public Body exceptionHandler(Handler<Throwable> taker) {
      return this;
    }

    @Override
    public Body pause() {
      return fetch(0);
    }

    @Override
    public Body resume() {
      return fetch(Long.MAX_VALUE);
    }

    @Override
    public Body fetch(long amount) {
      if (over) {
        throw new IllegalStateException("Request has already been read");
      }
      asked.add(amount);
      return this;
    }
  }
}
