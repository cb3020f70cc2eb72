package dev.vertxmesh.balance.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The formulas, at times of the test's own. */
class EndpointStatsTest {

  /** At which half of an average is new. */
  private static final long REACH = 2_000_000_000;

  private final EndpointStats stats = new EndpointStats();

  private void ends(Outcome outcome, long took, long served, long now) {
    stats.begun();
    stats.ended(outcome, took, served, now);
  }

  private void answered(long took, long now) {
    ends(Outcome.ANSWERED, took, 0, now);
  }

  @Test
  void aLongerCallLiftsThePeakAtOnceAndShorterOnesLowerItWithTime() {
    answered(100, 0);
    assertThat(stats.peakNanos()).isEqualTo(100);
    answered(20, 0);
    assertThat(stats.peakNanos()).isEqualTo(100);
    answered(20, REACH);
    assertThat(stats.peakNanos()).isEqualTo(60);
    answered(400, REACH);
    assertThat(stats.peakNanos()).isEqualTo(400);
  }

  @Test
  void theAveragesOfFewCallsArePlainOnes() {
    ends(Outcome.ANSWERED, 100, 10, 0);
    ends(Outcome.ANSWERED, 200, 20, 0);
    ends(Outcome.ANSWERED, 300, 30, 0);
    assertThat(stats.latencyNanos()).isCloseTo(200, within(1e-6));
    assertThat(stats.serviceNanos()).isCloseTo(20, within(1e-6));
    assertThat(stats.samples()).isEqualTo(3);
  }

  @Test
  void afterSixteenCallsAloneTimeCounts() {
    for (int i = 0; i < 20; i++) {
      answered(100, 0);
    }
    assertThat(stats.samples()).isEqualTo(16);
    answered(700, 0);
    assertThat(stats.latencyNanos()).isEqualTo(100);
    answered(700, REACH);
    assertThat(stats.latencyNanos()).as("a sixth at most").isCloseTo(200, within(1e-6));
    answered(200 + 210, REACH + REACH / 20);
    assertThat(stats.latencyNanos()).as("and 0.05 of 1.05").isCloseTo(210, within(1e-6));
  }

  @Test
  void anEndpointThatSaysNothingIsTakenToHaveHadTheCallAllTheTime() {
    answered(100, 0);
    assertThat(stats.serviceNanos()).isEqualTo(100);
  }

  @Test
  void aFailureIsCountedAndLiftsThePeakIfItTookLong() {
    ends(Outcome.FAILED, 500, 0, 0);
    assertThat(stats.peakNanos()).as("before anything is known").isZero();
    answered(100, 0);
    ends(Outcome.FAILED, 50, 0, REACH);
    assertThat(stats.peakNanos()).as("a fast one says nothing").isEqualTo(100);
    ends(Outcome.FAILED, 300, 0, REACH);
    assertThat(stats.peakNanos()).isEqualTo(300);
    assertThat(stats.latencyNanos()).isEqualTo(100);
    assertThat(stats.failuresInARow()).isEqualTo(2);
    assertThat(stats.failures()).isEqualTo(3);
    assertThat(stats.calls()).isEqualTo(4);
    ends(Outcome.THREW, 1, 0, REACH);
    assertThat(stats.failuresInARow()).isZero();
    assertThat(stats.calls()).isEqualTo(5);
  }

  @Test
  void thePartThatIsAnsweredFallsByASixthAtMost() {
    ends(Outcome.FAILED, 1, 0, 0);
    assertThat(stats.success()).as("a 64th, as no time has passed").isEqualTo(63.0 / 64);
    ends(Outcome.FULL, 1, 0, REACH);
    assertThat(stats.success()).isCloseTo(63.0 / 64 * 5 / 6, within(1e-9));
    double before = stats.success();
    answered(1, REACH);
    assertThat(stats.success()).isCloseTo(before + (1 - before) / 64, within(1e-9));
    assertThat(stats.calls()).as("FULL is neither answered nor failed").isEqualTo(2);
  }

  @Test
  void aCallThatOutlastsTheUsualCountsBeforeItHasEnded() {
    answered(100, 0);
    stats.outlasted(100, REACH);
    assertThat(stats.samples()).as("no longer than usual").isEqualTo(1);
    stats.outlasted(300, 0);
    assertThat(stats.peakNanos()).isEqualTo(300);
    assertThat(stats.latencyNanos()).isEqualTo(200);
    assertThat(stats.serviceNanos()).isEqualTo(200);
  }

  @Test
  void whoIsNotCalledBecomesLikeTheOthers() {
    ends(Outcome.FAILED, 1, 0, 0);
    answered(500, 0);
    stats.forget(0.5, 0.5, 100);
    assertThat(stats.calls()).isEqualTo(1);
    assertThat(stats.failures()).isEqualTo(0.5);
    assertThat(stats.latencyNanos()).as("it was called since the last time").isEqualTo(500);
    double success = stats.success();
    stats.forget(0.5, 0.5, 100);
    assertThat(stats.latencyNanos()).isEqualTo(300);
    assertThat(stats.serviceNanos()).isEqualTo(300);
    assertThat(stats.peakNanos()).isEqualTo(300);
    assertThat(stats.success()).isCloseTo(1 - (1 - success) / 2, within(1e-9));
    stats.forget(1, 0.5, 0);
    assertThat(stats.latencyNanos()).as("nobody knows what is usual").isEqualTo(300);
    stats.begun();
    stats.forget(1, 0.5, 100);
    assertThat(stats.latencyNanos()).as("it has a call").isEqualTo(300);
    assertThat(stats.inFlight()).isEqualTo(1);
  }

  @Test
  void whoWasNeverCalledIsNotTakenForAnother() {
    stats.forget(0.5, 0.5, 100);
    assertThat(stats.latencyNanos()).isZero();
    assertThat(stats.peakNanos()).isZero();
  }

  @Test
  void aCallThatOutlastsTheUsualIsNotForgottenAtOnce() {
    answered(100, 0);
    stats.forget(1, 0.5, 100);
    stats.outlasted(300, 0);
    stats.forget(1, 0.5, 100);
    assertThat(stats.latencyNanos()).isEqualTo(200);
  }

  @Test
  void whatIsClearedIsAsItWasBeforeTheFirstCall() {
    answered(100, 0);
    ends(Outcome.FAILED, 200, 0, 0);
    stats.clear();
    assertThat(stats)
        .extracting(
            EndpointStats::samples,
            EndpointStats::serviceNanos,
            EndpointStats::latencyNanos,
            EndpointStats::peakNanos,
            EndpointStats::success,
            EndpointStats::failuresInARow,
            EndpointStats::calls,
            EndpointStats::failures)
        .containsExactly(0, 0.0, 0.0, 0.0, 1.0, 0, 0.0, 0.0);
    assertThat(stats.inFlight()).isZero();
  }
}
