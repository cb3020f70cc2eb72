package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueueLimitTest {

  private static final int FLOOR = 64;
  private static final long TARGET = 100;
  private static final long INTERVAL = 500;

  private final QueueLimit limit = new QueueLimit(nanos(TARGET), nanos(INTERVAL), FLOOR);
  private long now = TimeUnit.HOURS.toNanos(-3);

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Something has waited for so long, and has its turn now. */
  private void waited(long millis) {
    now += nanos(millis);
    limit.waited(nanos(millis), now);
  }

  /** Whole intervals in which everything waited for so long. */
  private void intervals(int count, long waitMillis, int inFlight) {
    for (int interval = 0; interval < count; interval++) {
      int waits = (int) Math.max(QueueLimit.LEAST_WAITS, INTERVAL / waitMillis);
      for (int i = 0; i < waits; i++) {
        limit.takes(inFlight);
        waited(waitMillis);
      }
    }
  }

  /** How many calls can be in flight, of as many as a test may want. */
  private int taken() {
    int inFlight = 0;
    while (inFlight < 100_000 && limit.takes(inFlight)) {
      inFlight++;
    }
    return inFlight;
  }

  private boolean takesAll() {
    return limit.takes(1_000_000);
  }

  @Test
  void nothingIsRefusedWhileTheQueueIsShort() {
    intervals(20, TARGET, 1_000);
    assertThat(takesAll()).isTrue();
  }

  @Test
  void aStandingQueueHalvesWhatMayBeInFlight() {
    intervals(1, TARGET + 1, 999);
    assertThat(taken()).isEqualTo(500);
  }

  @Test
  void itIsHalvedAgainUntilTheFloorAndNoFurther() {
    intervals(1, 200, 999);
    intervals(1, 200, 499);
    assertThat(taken()).isEqualTo(250);
    intervals(10, 200, 250);
    assertThat(taken()).isEqualTo(FLOOR);
  }

  @Test
  void lessThanTheFloorInFlightIsNeverTooMuch() {
    intervals(10, 5_000, FLOOR - 1);
    assertThat(limit.takes(FLOOR - 1)).isTrue();
    assertThat(limit.takes(FLOOR)).isFalse();
  }

  @Test
  void oneStallHoweverLongRefusesNothing() {
    limit.takes(1_000);
    waited(60_000);
    for (int i = 0; i < 10; i++) {
      waited(1);
    }
    assertThat(takesAll()).isTrue();
  }

  @Test
  void fourStallsInARowRefuseNothing() {
    for (int i = 1; i < QueueLimit.LEAST_WAITS; i++) {
      limit.takes(1_000);
      waited(2_000);
    }
    assertThat(takesAll()).isTrue();
    waited(0);
    assertThat(takesAll()).isTrue();
  }

  @Test
  void stallsWithShortWaitsBetweenThemRefuseNothing() {
    for (int i = 0; i < 100; i++) {
      limit.takes(1_000);
      for (int stall = 0; stall < 3; stall++) {
        waited(2_000);
      }
      waited(1);
    }
    assertThat(takesAll()).isTrue();
  }

  @Test
  void waitsOverTheTargetCountOnlyOnceTheyHaveLastedAnInterval() {
    limit.takes(1_000);
    long now = this.now;
    for (int i = 0; i < 100; i++) { // a hundred things that waited side by side
      limit.waited(nanos(TARGET + 1), now + i);
    }
    assertThat(takesAll()).isTrue();
  }

  @Test
  void aShortQueueRaisesTheLimitByAnEighthOfTheFloorEachInterval() {
    intervals(1, 200, 999);
    intervals(1, 1, 499);
    assertThat(taken()).isEqualTo(500 + FLOOR / 8);
  }

  @Test
  void aLimitThatNobodyComesNearIsNoneAgain() {
    intervals(1, 200, 999);
    intervals(1, 1, 10);
    assertThat(takesAll()).isTrue();
  }

  @Test
  void whoHasBeenIdleHasForgotten() {
    intervals(4, 200, 999);
    assertThat(takesAll()).isFalse();
    assertThat(limit.standing()).isEqualTo(nanos(200));
    limit.idle();
    assertThat(takesAll()).isTrue();
    assertThat(limit.standing()).isZero();
  }

  @Test
  void whatWasSeenBeforeAnIdleTimeDoesntCount() {
    for (int i = 1; i < QueueLimit.LEAST_WAITS; i++) {
      limit.takes(1_000);
      waited(2_000);
    }
    limit.idle();
    waited(2_000);
    assertThat(takesAll()).isTrue();
  }
}
