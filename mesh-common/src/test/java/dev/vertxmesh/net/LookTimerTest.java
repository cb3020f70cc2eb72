package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interval is a millisecond, by a clock of the test's own. */
class LookTimerTest {

  private static final long INTERVAL = 1_000_000;
  private static final int LOOKS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger looks = new AtomicInteger();
  private long now;

  /** How often the clock was asked, which is twice an interval: when it ends and when it begins. */
  private int asked;

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** Each interval takes so many nanoseconds longer than it should. */
  private long clockThatIsLateBy(long nanos) {
    if (asked++ % 2 == 1) {
      now += INTERVAL + nanos;
    }
    return now;
  }

  private List<Integer> intervalsOfLooks(long late) {
    List<Integer> intervals = new CopyOnWriteArrayList<>();
    Runnable look = () -> intervals.add(asked / 2);
    vertx.runOnContext(
        v -> new LookTimer(vertx, 1, () -> clockThatIsLateBy(late), look).start().start());
    await().until(() -> intervals.size() >= LOOKS);
    return List.copyOf(intervals).subList(0, 4);
  }

  @Test
  void looksOnceAnInterval() {
    assertThat(intervalsOfLooks(0)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void looksAsUsualWhileTheLoopIsALittleLate() {
    assertThat(intervalsOfLooks(INTERVAL / 2 - 1)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void leavesOutALookThatIsLateButNeverTwoInARow() {
    assertThat(intervalsOfLooks(INTERVAL / 2)).containsExactly(2, 4, 6, 8);
  }

  @Test
  void looksNoMoreOnceItIsStoppedAndAgainOnceItIsStarted() {
    LookTimer[] timers = new LookTimer[1];
    Runnable look =
        () -> {
          looks.incrementAndGet();
          timers[0].stop();
        };
    timers[0] = new LookTimer(vertx, 1, () -> now, look);
    vertx.runOnContext(v -> timers[0].start());
    await().until(() -> looks.get() == 1); // its loop may be slower than the next one's
    assertThat(intervalsOfLooks(0)).hasSize(4);
    assertThat(looks).hasValue(1);
    vertx.runOnContext(v -> timers[0].start());
    await().untilAsserted(() -> assertThat(looks).hasValue(2));
  }
}
