package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowStartTest {

  private static final long LONG = SlowStart.LONG_NANOS + 1;

  private final SlowStart start = new SlowStart(true);

  /** How many calls can be in flight, of as many as come at once; none of them is answered. */
  private int takenOf(int calls) {
    int inFlight = 0;
    while (inFlight < calls && start.takes(inFlight)) {
      inFlight++;
    }
    return inFlight;
  }

  private void answered(int calls) {
    for (int i = 0; i < calls; i++) {
      start.takes(0);
    }
  }

  private void waited(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      start.waited(nanos);
    }
  }

  @Test
  void boundsNothingWhileWhatComesHasItsTurnInASecond() {
    waited(100, SlowStart.LONG_NANOS);
    assertThat(takenOf(100_000)).isEqualTo(100_000);
  }

  @Test
  void oneLongWaitIsAProcessThatStoodStill() {
    start.waited(100 * LONG);
    assertThat(takenOf(1_000)).isEqualTo(1_000);
    assertThat(start.isSet()).isFalse();
  }

  @Test
  void twoLongWaitsInARowLeaveAFewCallsInFlight() {
    waited(2, LONG);
    assertThat(start.isSet()).isTrue();
    assertThat(takenOf(1_000)).isEqualTo(SlowStart.FEWEST);
  }

  @Test
  void eachEightAnswersAllowOneMore() {
    waited(2, LONG);
    answered(10 * SlowStart.STEP);
    assertThat(takenOf(1_000)).isEqualTo(SlowStart.FEWEST + 10);
  }

  @Test
  void fiveShortWaitsInARowEndIt() {
    waited(2, LONG);
    waited(4, SlowStart.SHORT_NANOS);
    start.waited(SlowStart.SHORT_NANOS + 1);
    waited(4, SlowStart.SHORT_NANOS);
    assertThat(start.isSet()).isTrue();
    start.waited(SlowStart.SHORT_NANOS);
    assertThat(start.isSet()).isFalse();
    assertThat(takenOf(1_000)).isEqualTo(1_000);
  }

  @Test
  void whoHasAnsweredEnoughIsWarmForGood() {
    answered(SlowStart.WARM + 1);
    waited(10, LONG);
    assertThat(takenOf(100_000)).isEqualTo(100_000);
  }

  @Test
  void aQuietMomentEndsIt() {
    waited(2, LONG);
    start.idle();
    assertThat(start.isSet()).isFalse();
    start.waited(LONG);
    assertThat(start.isSet()).isFalse();
  }
}
