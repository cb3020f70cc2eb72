package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.ingress.grpc.StalledCalls.Watched;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StalledCallsTest {

  private static final int BOUND = 80;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private static final class Stream implements Watched {
    private final int each;
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    Stream(int each) {
      this.each = each;
    }

    @Override
    public int passed() {
      return looks.incrementAndGet() * each;
    }

    @Override
    public void onQuiet() {
      ends.incrementAndGet();
    }
  }

  private Stream watched(StalledCalls calls, int each) {
    Stream stream = new Stream(each);
    vertx.runOnContext(v -> calls.add(stream));
    return stream;
  }

  @Test
  void aCallOfWhichNothingPassesEndsOnceAndAnotherGoesOn() {
    StalledCalls calls = new StalledCalls(vertx, BOUND);
    Stream busy = watched(calls, 1);
    Stream quiet = watched(calls, 0);
    await().until(() -> quiet.ends.get() == 1);
    int looks = busy.looks.get();
    await().until(() -> busy.looks.get() > looks + 5);
    assertThat(quiet.ends).hasValue(1);
    assertThat(busy.ends).hasValue(0);
  }

  @Test
  void aCallThatEndedIsntLookedAt() {
    StalledCalls calls = new StalledCalls(vertx, BOUND);
    Stream over = new Stream(0);
    vertx.runOnContext(
        v -> {
          calls.add(over);
          calls.remove(over);
        });
    Stream quiet = watched(calls, 0);
    await().until(() -> quiet.ends.get() == 1);
    assertThat(over.looks).hasValue(0);
  }

  @Test
  void whatIsSaidNamesTheBound() {
    assertThat(StalledCalls.failure("here", 300_000).status()).isEqualTo(Status.TIMEOUT);
    assertThat(StalledCalls.failure("here", 300_000)).hasMessageContaining("300000 ms");
  }
}
