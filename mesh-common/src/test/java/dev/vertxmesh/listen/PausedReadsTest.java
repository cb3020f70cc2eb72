package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PausedReadsTest {

  private static final long HOLD = TimeUnit.MILLISECONDS.toNanos(PausedReads.SHORTEST_MILLIS);

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final AtomicLong now = new AtomicLong(TimeUnit.HOURS.toNanos(-3));
  private final EmbeddedChannel first = new EmbeddedChannel();
  private final EmbeddedChannel second = new EmbeddedChannel();
  private volatile boolean isShort = true;
  private final PausedReads reads = new PausedReads(vertx, () -> isShort, now::get);

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private void refused(EmbeddedChannel channel) throws Exception {
    refused(channel, 2);
  }

  private void refused(EmbeddedChannel channel, int inARow) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    context.runOnContext(
        v -> {
          reads.onRefused(channel, inARow);
          done.complete(null);
        });
    done.get(100, TimeUnit.SECONDS);
  }

  private static boolean isRead(EmbeddedChannel channel) {
    return channel.config().isAutoRead();
  }

  @Test
  void whoWasRefusedIsReadAgainWhenItsTimeIsOver() throws Exception {
    refused(first);
    assertThat(isRead(first)).isFalse();
    now.addAndGet(HOLD - 1);
    refused(second);
    now.addAndGet(1);
    await().until(() -> isRead(first));
    assertThat(isRead(second)).isFalse();
    now.addAndGet(HOLD);
    await().until(() -> isRead(second));
    refused(first);
    assertThat(isRead(first)).isFalse();
    now.addAndGet(HOLD);
    await().until(() -> isRead(first));
  }

  @Test
  void whoIsRefusedTwiceIsHeldOnce() throws Exception {
    refused(first);
    now.addAndGet(HOLD - 1);
    refused(first);
    now.addAndGet(1);
    await().until(() -> isRead(first));
  }

  @Test
  void whileThereIsCpuEnoughEverybodyIsRead() throws Exception {
    isShort = false;
    refused(first);
    assertThat(isRead(first)).isTrue();
  }

  @Test
  void whoIsntReadForAnotherReasonIsLeftAlone() throws Exception {
    first.config().setAutoRead(false);
    refused(first);
    refused(second);
    now.addAndGet(HOLD);
    await().until(() -> isRead(second));
    assertThat(isRead(first)).isFalse();
  }

  @Test
  void oneRefusalHoldsNobody() throws Exception {
    refused(first, 1);
    assertThat(isRead(first)).isTrue();
  }

  @Test
  void eachRefusalInARowHoldsForTwiceAsLongUpToASecond() throws Exception {
    for (int inARow : new int[] {2, 3, 4, 5, 6, 66, 100, Integer.MAX_VALUE}) {
      refused(first, inARow);
      now.addAndGet(HOLD * Math.min(8, 1 << Math.min(inARow - 2, 4)) - 1);
      refused(second, 2);
      assertThat(isRead(first)).as("%d in a row", inARow).isFalse();
      now.addAndGet(1);
      await().until(() -> isRead(first));
      now.addAndGet(HOLD);
      await().until(() -> isRead(second));
    }
  }

  @Test
  void moreThanAThousandRefusalsASecondAreTooMany() throws Exception {
    isShort = false;
    for (int i = 0; i < PausedReads.REFUSALS_A_SECOND; i++) {
      refused(first);
    }
    assertThat(isRead(first)).isTrue();
    refused(first);
    assertThat(isRead(first)).isFalse();
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    await().until(() -> isRead(first));
    refused(first);
    assertThat(isRead(first)).isTrue();
  }

  @Test
  void aMillisecondPaysForOneRefusal() throws Exception {
    isShort = false;
    for (int i = 0; i < PausedReads.REFUSALS_A_SECOND; i++) {
      refused(second, 1);
    }
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(1) - 10);
    refused(first);
    assertThat(isRead(first)).isFalse();
    now.addAndGet(20);
    refused(second);
    assertThat(isRead(second)).isTrue();
    refused(second);
    assertThat(isRead(second)).isFalse();
  }
}
