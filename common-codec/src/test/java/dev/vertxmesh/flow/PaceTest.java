package dev.vertxmesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaceTest {

  private static final long MILLI = 1_000_000;
  private static final int MIB = 1 << 20;

  private final Pace pace = new Pace();
  private long now;

  @Test
  void whereNoRateIsKnownAllMayLeaveAtOnce() {
    assertThat(pace.allowed(16 * MIB, now)).isEqualTo(16 * MIB);
  }

  @Test
  void afterAPauseAWindowLeavesALittleFasterThanThePathHasCarriedIt() {
    carries(50);
    now += 1_000 * MILLI;
    assertThat(millisToSend(8 * MIB)).isCloseTo(8_000 / (1.1 * 50), within(15.0));
  }

  @Test
  void atFirstMoreThanAFewMillisecondsWorthDoesNotLeave() {
    carries(50);
    now += 1_000 * MILLI;
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
  }

  @Test
  void whatIsGivenBackWhileDataFlowsMayLeaveAtOnce() {
    carries(50);
    now += 1_000 * MILLI;
    millisToSend(8 * MIB);
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(8 * MIB);
  }

  @Test
  void aPauseBetweenTwoGiftsIsNoSlowPath() {
    carries(50);
    for (int i = 0; i < 100; i++) {
      now += 100 * MILLI;
      pace.onGiven(MIB, now);
    }
    now += 1_000 * MILLI;
    assertThat(millisToSend(8 * MIB)).isLessThan(200);
  }

  @Test
  void whatWasHeldUpAndCameInOneGoIsNoFastPath() {
    carries(50);
    pace.onGiven(8 * MIB, now += MILLI);
    now += 1_000 * MILLI;
    assertThat(millisToSend(8 * MIB)).isGreaterThan(130);
  }

  @Test
  void aFastPathNeedsNoPace() {
    carries(2_000);
    now += 1_000 * MILLI;
    assertThat(pace.allowed(16 * MIB, now)).isEqualTo(16 * MIB);
  }

  @Test
  void littleThatWasGivenBackSaysNothing() {
    for (int i = 0; i < 100; i++) {
      pace.onGiven(5_000, now += MILLI);
    }
    now += 1_000 * MILLI;
    assertThat(pace.allowed(16 * MIB, now)).isEqualTo(16 * MIB);
  }

  @Test
  void eachPauseIsOne() {
    carries(50);
    for (int i = 0; i < 3; i++) {
      now += 1_000 * MILLI;
      assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
      millisToSend(8 * MIB);
    }
  }

  @Test
  void fortyMillisecondsWithoutAnythingSentAreNoPauseYet() {
    carries(50);
    now += 1_000 * MILLI;
    millisToSend(8 * MIB);
    pace.onSent(0, now);
    assertThat(pace.allowed(8 * MIB, now += 40 * MILLI)).isEqualTo(8 * MIB);
    assertThat(pace.allowed(8 * MIB, now += 1)).isEqualTo(MIB / 2);
  }

  @Test
  void norAreFortyBetweenTwoGifts() {
    for (int i = 0; i < 3; i++) {
      pace.onGiven(2 * MIB, now += 40 * MILLI);
    }
    now += 1_000 * MILLI;
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
  }

  @Test
  void aMebibyteIsEnoughToMeasure() {
    pace.onGiven(1, now);
    pace.onGiven(MIB, now += 20 * MILLI);
    now += 1_000 * MILLI;
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
  }

  @Test
  void whatIsGivenBackInNoTimeIsMeasuredWithWhatComesNext() {
    pace.onGiven(1, now);
    pace.onGiven(MIB, now);
    pace.onGiven(MIB, now += 40 * MILLI);
    now += 1_000 * MILLI;
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
  }

  @Test
  void theMedianOfTheRatesCounts() {
    pace.onGiven(1, now);
    pace.onGiven(4 * MIB, now += 20 * MILLI); // 200 MiB a second
    pace.onGiven(MIB, now += 40 * MILLI); // 25
    pace.onGiven(MIB, now += 20 * MILLI); // 50
    now += 1_000 * MILLI;
    assertThat(pace.allowed(8 * MIB, now)).isEqualTo(MIB / 2);
  }

  /** Half a second of so many MiB a second, given back every five milliseconds. */
  private void carries(int mibPerSecond) {
    for (int i = 0; i < 100; i++) {
      pace.onGiven(mibPerSecond * MIB / 200, now += 5 * MILLI);
    }
  }

  private double millisToSend(int bytes) {
    long begin = now;
    int left = bytes;
    while (left > 0) {
      int next = pace.allowed(left, now);
      if (next > 0) {
        pace.onSent(next, now);
        left -= next;
      }
      now += MILLI;
    }
    return (now - begin) / 1e6;
  }
}
