package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColdLimitTest {

  private static final long LONG = ColdLimit.LONG_NANOS + 1;

  private final ColdLimit cold = new ColdLimit(true);
  private int answered;

  /** How many calls can be in flight, of as many as come at once; none of them is answered. */
  private int takenOf(int calls) {
    int inFlight = 0;
    while (inFlight < calls && cold.takes(inFlight, answered)) {
      inFlight++;
    }
    return inFlight;
  }

  private void answered(int calls) {
    answered += calls;
    cold.takes(0, answered);
  }

  private void waited(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      cold.waited(nanos);
    }
  }

  @Test
  void boundsNothingWhileWhatComesHasItsTurnInASecond() {
    waited(100, ColdLimit.LONG_NANOS);
    assertThat(takenOf(100_000)).isEqualTo(100_000);
  }

  @Test
  void aFewLongWaitsAreAProcessThatStoodStill() {
    waited(ColdLimit.LONG_WAITS - 1, 100 * LONG);
    assertThat(takenOf(1_000)).isEqualTo(1_000);
    assertThat(cold.isSet()).isFalse();
  }

  @Test
  void fourLongWaitsInARowLeaveAFewCallsInFlight() {
    waited(ColdLimit.LONG_WAITS, LONG);
    assertThat(cold.isSet()).isTrue();
    assertThat(takenOf(1_000)).isEqualTo(ColdLimit.FEWEST);
  }

  @Test
  void eachEightAnswersAllowOneMore() {
    waited(ColdLimit.LONG_WAITS, LONG);
    answered(10 * ColdLimit.STEP);
    assertThat(takenOf(1_000)).isEqualTo(ColdLimit.FEWEST + 10);
  }

  @Test
  void fiveShortWaitsInARowEndIt() {
    waited(ColdLimit.LONG_WAITS, LONG);
    waited(4, ColdLimit.SHORT_NANOS);
    cold.waited(ColdLimit.SHORT_NANOS + 1);
    waited(4, ColdLimit.SHORT_NANOS);
    assertThat(cold.isSet()).isTrue();
    cold.waited(ColdLimit.SHORT_NANOS);
    assertThat(cold.isSet()).isFalse();
    assertThat(takenOf(1_000)).isEqualTo(1_000);
  }

  @Test
  void whoHasAnsweredEnoughIsWarmForGood() {
    answered(ColdLimit.WARM);
    waited(10, LONG);
    assertThat(takenOf(100_000)).isEqualTo(100_000);
  }

  @Test
  void aQuietMomentEndsIt() {
    waited(ColdLimit.LONG_WAITS, LONG);
    cold.idle();
    assertThat(cold.isSet()).isFalse();
    waited(ColdLimit.LONG_WAITS - 1, LONG);
    assertThat(cold.isSet()).isFalse();
  }
}
