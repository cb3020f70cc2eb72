package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopQueueTest {

  private static final long LOOK = LoopQueue.LOOK_MILLIS;

  private long now = TimeUnit.HOURS.toNanos(-3);
  private int inFlight;
  private int shed;
  private int timers;
  private Runnable next;
  private final LoopQueue queue = queue(100);

  private LoopQueue queue(long targetMillis) {
    return new LoopQueue(
        new QueueOptions(targetMillis, 500, 64),
        new LoopQueue.Calls() {
          @Override
          public int inFlight() {
            return inFlight;
          }

          @Override
          public long ended() {
            return 0;
          }
        },
        () -> now,
        (millis, task) -> {
          assertThat(millis).isEqualTo(LOOK);
          assertThat(next).as("one timer at a time").isNull();
          timers++;
          next = task;
        },
        () -> shed++);
  }

  /** Its timer runs, so much later than it should. */
  private void look(long lateMillis) {
    now += TimeUnit.MILLISECONDS.toNanos(LOOK + lateMillis);
    Runnable task = next;
    next = null;
    task.run();
  }

  private void looksWithCalls(LoopQueue queue, int count, long lateMillis) {
    for (int i = 0; i < count; i++) {
      queue.sheds();
      look(lateMillis);
    }
  }

  @Test
  void aLoopThatIsLateAllTheTimeShedsWhatIsOverItsLimit() {
    inFlight = 1_000;
    looksWithCalls(queue, 5, 200);
    assertThat(queue.standingNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
    assertThat(queue.sheds()).isTrue();
    assertThat(shed).isEqualTo(1);
    inFlight = 63;
    assertThat(queue.sheds()).isFalse();
    assertThat(shed).isEqualTo(1);
  }

  @Test
  void aLoopThatIsInTimeShedsNothing() {
    inFlight = 1_000_000;
    looksWithCalls(queue, 500, 0);
    assertThat(queue.sheds()).isFalse();
    assertThat(queue.standingNanos()).isZero();
  }

  @Test
  void withoutCallsThereIsNoTimer() {
    assertThat(timers).isZero();
    queue.sheds();
    queue.sheds();
    assertThat(timers).isEqualTo(1);
    look(0);
    assertThat(timers).isEqualTo(2);
    look(0);
    assertThat(timers).isEqualTo(2);
    assertThat(next).isNull();
    queue.sheds();
    assertThat(timers).isEqualTo(3);
  }

  @Test
  void onceNoCallsHaveComeForALookAllAreTakenAgain() {
    inFlight = 1_000;
    looksWithCalls(queue, 5, 200);
    assertThat(queue.sheds()).isTrue();
    look(0);
    look(0);
    assertThat(queue.sheds()).isFalse();
    assertThat(queue.standingNanos()).isZero();
  }

  @Test
  void aStallWhileNothingComesIsNoWait() {
    inFlight = 1_000;
    queue.sheds();
    look(0);
    look(60_000);
    looksWithCalls(queue, 4, 200);
    assertThat(queue.sheds()).isFalse();
  }

  @Test
  void aTargetOfNothingIsNone() {
    LoopQueue never = queue(0);
    inFlight = 1_000;
    looksWithCalls(never, 50, 10_000);
    assertThat(never.sheds()).isFalse();
  }
}
