package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.trailers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong with an answer that has come, and isn't read yet. */
class LateFaultTest {

  private static final int ANSWER = 20_000;

  private final LinkHarness harness = new LinkHarness();

  @BeforeEach
  void answerAtOnce() {
    harness.callee =
        call -> {
          Sink.eager().read(call.exchange().requests());
          call.exchange().answer(Map.of(), new Feed().add(new byte[ANSWER]).end());
          return Future.succeededFuture(trailers(Status.OK, "0"));
        };
  }

  @AfterEach
  void close() {
    harness.close();
  }

  /** Of a call whose answer has come, of which nothing is read. */
  private CompletableFuture<Reply> answered(ClientLink link, Sink sink) {
    CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed().end(), sink));
    await().until(() -> sink.stream != null && link.inFlight() == 0);
    assertThat(reply).isNotDone();
    return reply;
  }

  @Test
  void aReaderThatThrowsFailsItsCall() {
    Sink faulty = Sink.lazy();
    faulty.each =
        buffer -> {
          throw new IllegalStateException("a fault");
        };
    CompletableFuture<Reply> reply = answered(harness.connect(), faulty);
    harness.run(() -> faulty.stream.resume());
    assertThat(failureOf(reply))
        .hasMessage("reading the answer: java.lang.IllegalStateException: a fault");
    assertThat(faulty.broken).isEqualTo(failureOf(reply));
    assertThat(faulty.ended).isFalse();
  }

  @Test
  void aReaderThatThrowsAtTheEndFailsItsCall() {
    Sink faulty = Sink.lazy();
    CompletableFuture<Reply> reply = answered(harness.connect(), faulty);
    harness.run(
        () -> {
          faulty.stream.endHandler(
              end -> {
                throw new IllegalStateException("a fault");
              });
          faulty.stream.resume();
        });
    assertThat(faulty.bytes).isEqualTo(ANSWER);
    assertThat(failureOf(reply)).hasMessageEndingWith("IllegalStateException: a fault");
  }

  /** Or others would lose theirs for what it holds. */
  @Test
  void anAnswerThatHasComeIsGivenUpWhenItsReaderIsTheSlowest() {
    harness.clientOptions = LinkHarness.unreadUpTo(ANSWER + 10_000, LinkHarness.options());
    ClientLink link = harness.connect();
    CompletableFuture<Reply> slowest = answered(link, Sink.lazy());
    List<Feed> feeds = new ArrayList<>();
    harness.callee =
        call -> {
          Feed answer = new Feed().add(new byte[6_000]);
          feeds.add(answer);
          Sink.eager().read(call.exchange().requests());
          call.exchange().answer(Map.of(), answer);
          return Future.future(never -> {});
        };
    List<CompletableFuture<Reply>> others = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      others.add(harness.send(link, harness.grpc(new Feed().end(), Sink.lazy())));
    }
    assertThat(failureOf(slowest).status()).isEqualTo(Status.TOO_LARGE);
    assertThat(failureOf(slowest)).hasMessageContaining("its reader left 20000 bytes unread");
    assertThat(others).noneMatch(CompletableFuture::isDone);
    harness.run(() -> link.close("the test is over"));
    others.forEach(other -> assertThat(failureOf(other).status()).isEqualTo(Status.LOST));
  }

  /** Its owner notes whether its head was still there, and so whether anybody knows of it. */
  @Test
  void whatHasNoRoomBeforeItsHeadHasLeftEndsUnsent() {
    MemoryBudget heap = MemoryBudget.ofHeap();
    List<Boolean> held = new ArrayList<>();
    harness.run(
        () -> {
          long rest = heap.most() - heap.taken();
          assertThat(heap.take(rest)).isTrue();
          Feed feed = new Feed().add(new byte[8_000]);
          OutboundStream stream = stream(held);
          stream.hold(head -> held.add(null), () -> {});
          stream.read(feed);
          stream.release();
          heap.give(rest);
          assertThat(feed.paused).isTrue();
        });
    assertThat(held).containsExactly(true);
  }

  @Test
  void aHeadThatCannotBeSentEndsItsCallAlone() {
    List<Boolean> held = new ArrayList<>();
    harness.run(
        () -> {
          OutboundStream stream = stream(held);
          stream.hold(
              head -> {
                throw new OutOfMemoryError("no room");
              },
              () -> {});
          stream.release();
        });
    assertThat(held).containsExactly(false);
  }

  private static OutboundStream stream(List<Boolean> heldWhenBroken) {
    OutboundStream[] stream = new OutboundStream[1];
    stream[0] =
        new OutboundStream(1, null, 1 << 20, true, why -> heldWhenBroken.add(stream[0].isHeld()));
    return stream[0];
  }
}
