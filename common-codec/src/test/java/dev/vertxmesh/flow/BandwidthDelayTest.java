package dev.vertxmesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandwidthDelayTest {

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final int INITIAL = 64 * KIB;
  private static final int CAP = 16 * MIB;
  private static final long MILLI = 1_000_000;

  private final BandwidthDelay flow = new BandwidthDelay(INITIAL, CAP);
  private long now;

  @Test
  void aPingGoesWithTheFirstDataAndNoOtherUntilItsPong() {
    assertThat(flow.onData(1)).isTrue();
    flow.onPing(now);
    assertThat(flow.onData(INITIAL)).isFalse();
    flow.onPong(now += MILLI);
    assertThat(flow.onData(INITIAL)).isTrue();
  }

  @Test
  void theWindowBecomesTwiceWhatCameUntilThePong() {
    assertThat(sample(60 * KIB, 10)).isTrue();
    assertThat(flow.window()).isEqualTo(120 * KIB);
    assertThat(sample(100 * KIB, 10)).isTrue();
    assertThat(flow.window()).isEqualTo(200 * KIB);
  }

  @Test
  void aSenderWithLittleToSendIsNoReasonToGrow() {
    assertThat(sample(40 * KIB, 10)).isFalse();
    assertThat(flow.window()).isEqualTo(INITIAL);
  }

  @Test
  void moreBytesInALongerRoundTripAreAQueueAndNoBandwidth() {
    sample(INITIAL, 10);
    assertThat(sample(2 * INITIAL, 20)).isFalse();
    assertThat(flow.window()).isEqualTo(2 * INITIAL);
    for (int i = 0; i < 100; i++) {
      sample(flow.window(), 10L * flow.window() / INITIAL);
      assertThat(flow.window()).isLessThanOrEqualTo(2 * INITIAL);
    }
  }

  @Test
  void theSameBandwidthAgainLeavesTheWindow() {
    sample(INITIAL, 10);
    sample(2 * INITIAL, 10);
    for (int i = 0; i < 100; i++) {
      assertThat(sample(4 * INITIAL, 20)).isFalse();
      assertThat(flow.window()).isEqualTo(4 * INITIAL);
    }
  }

  @Test
  void aBandwidthThatIsAQuarterHigherStillGrows() {
    pinged(INITIAL, 1 << 23);
    pinged(100 * KIB, (1 << 23) + (1 << 21)); // 1.25 times the bandwidth to the last bit
    assertThat(flow.window()).isEqualTo(200 * KIB);
  }

  @Test
  void twoThirdsOfTheWindowFillIt() {
    BandwidthDelay thirds = new BandwidthDelay(3_000, CAP);
    assertThat(thirds.onData(2_000)).isTrue();
    assertThat(thirds.onPong(MILLI)).isTrue();
    assertThat(thirds.window()).isEqualTo(4_000);
  }

  @Test
  void aRoundTripThatIsNoLongerThanWhatIsNoticedIsNoQueue() {
    sample(INITIAL, 10);
    sample(2 * INITIAL, 20);
    sample(2 * INITIAL, 20);
    flow.expect(MIB);
    assertThat(flow.window()).isEqualTo(MIB + MIB / 8);
  }

  @Test
  void aQueueIsNoGrowthAndBoundsWhatIsKnownToCome() {
    sample(INITIAL, 10);
    sample(2 * INITIAL, 30);
    assertThat(sample(2 * INITIAL, 30)).isFalse();
    flow.expect(MIB);
    assertThat(flow.window()).isLessThan(3 * INITIAL);
  }

  @Test
  void aWindowThatHasSettledFollowsASmallGrowthOfTheBandwidth() {
    sample(INITIAL, 160);
    sample(2 * INITIAL, 320);
    sample(2 * INITIAL, 320);
    int settled = flow.window();
    assertThat(settled).isLessThan(2 * INITIAL);
    assertThat(sample(INITIAL * 6 / 5, 160)).isTrue();
    assertThat(flow.window()).isBetween(settled * 118 / 100, settled * 122 / 100);
  }

  @Test
  void theBandwidthIsTheHighestOfLate() {
    assertThat(flow.bytesPerSecond()).isZero();
    sample(INITIAL, 10);
    assertThat(flow.bytesPerSecond()).isEqualTo(100L * INITIAL);
    sample(2 * INITIAL, 40);
    assertThat(flow.bytesPerSecond()).isEqualTo(100L * INITIAL);
  }

  @Test
  void aWindowThatIsItsCapDoesNotGrow() {
    BandwidthDelay fixed = new BandwidthDelay(INITIAL, INITIAL);
    fixed.onData(INITIAL);
    assertThat(fixed.onPong(MILLI)).isFalse();
  }

  @Test
  void theCapIsNeverPassed() {
    for (int i = 0; i < 20; i++) {
      sample(flow.window(), 10);
      assertThat(flow.window()).isLessThanOrEqualTo(CAP);
    }
    assertThat(flow.window()).isEqualTo(CAP);
  }

  @Test
  void aSampleOfMoreBytesThanAnIntHoldsIsCapped() {
    flow.onData(Integer.MAX_VALUE);
    flow.onPing(now);
    flow.onData(Integer.MAX_VALUE);
    flow.onPong(now += MILLI);
    assertThat(flow.window()).isEqualTo(CAP);
  }

  @Test
  void onePongThatIsTooFastDoesNotDoubleTheWindow() {
    sample(INITIAL, 100);
    sample(2 * INITIAL, 100);
    sample(4 * INITIAL, 100);
    sample(8 * INITIAL, 200);
    sample(8 * INITIAL, 200);
    int before = flow.window();
    assertThat(sample(3 * before / 4, 40)).isFalse();
    assertThat(flow.window()).isEqualTo(before);
  }

  @Test
  void aMessageThatIsKnownToComeNeedsNoSample() {
    assertThat(flow.expect(MIB)).isTrue();
    assertThat(flow.window()).isEqualTo(MIB + MIB / 8);
    assertThat(flow.expect(MIB)).isFalse();
    assertThat(flow.expect(Long.MAX_VALUE / 2)).isTrue();
    assertThat(flow.window()).isEqualTo(CAP);
  }

  @Test
  void noMessageIsKnownToComeFasterThanThePathCarriesIt() {
    Pipe pipe = new Pipe(10e6, 64, flow, 1 / 16.0);
    pipe.run(10 * Pipe.SECOND);
    int before = flow.window();
    flow.expect(100 * MIB);
    assertThat(flow.window()).isLessThan(2 * before);
    pipe.path(100e6, 64);
    pipe.run(10 * Pipe.SECOND);
    flow.expect(100 * MIB);
    assertThat(flow.window()).isGreaterThan(6 * MIB);
  }

  @Test
  void aPongThatNobodyAskedForIsIgnored() {
    assertThat(flow.onPong(now)).isFalse();
    assertThat(flow.roundTripNanos()).isZero();
  }

  @Test
  void theRoundTripIsAMovingAverage() {
    sample(INITIAL / 2, 10);
    assertThat(flow.roundTripNanos()).isEqualTo(10 * MILLI);
    sample(INITIAL / 2, 18);
    assertThat(flow.roundTripNanos()).isEqualTo(11 * MILLI);
  }

  @ParameterizedTest(name = "{0} MB/s, {1} ms")
  @CsvSource({
    "1, 1", "1, 64", "1, 152", "10, 16", "10, 64", "10, 152", "50, 152", "100, 1", "100, 16",
    "100, 64", "300, 8"
  })
  void itFindsWhatThePathCarriesAndLeavesNoQueueThatACallWouldNotice(int rate, int roundTrip) {
    converges(rate, roundTrip, new BandwidthDelay(INITIAL, CAP), 1 / 16.0);
  }

  @ParameterizedTest(name = "{0} MB/s, {1} ms")
  @CsvSource({"1, 152", "10, 64", "50, 64", "50, 152", "100, 16", "100, 64"})
  void aReceiverThatGivesBackByHalvesGetsAsMuch(int rate, int roundTrip) {
    BandwidthDelay halves = new BandwidthDelay(INITIAL, CAP, 0.5);
    Pipe pipe = new Pipe(rate * 1e6, roundTrip, halves, 0.5);
    pipe.run(20 * Pipe.SECOND);
    pipe.run(10 * Pipe.SECOND);
    assertThat(pipe.received()).isGreaterThan((long) (9.5 * rate * 1e6));
    assertThat(pipe.longestQueue()).isLessThan(2.5 * roundTrip);
  }

  private void converges(int rate, int roundTrip, BandwidthDelay estimator, double givesBack) {
    Pipe pipe = new Pipe(rate * 1e6, roundTrip, estimator, givesBack);
    pipe.run(20 * Pipe.SECOND);
    for (int i = 0; i < 4; i++) {
      pipe.run(10 * Pipe.SECOND);
      assertThat(pipe.received()).isGreaterThan((long) (9.8 * rate * 1e6));
      double initial = INITIAL / (rate * 1e6) * 1_000;
      double noticed = Math.max(10, roundTrip / 16.0);
      assertThat(pipe.longestQueue())
          .isLessThan(1.1 * initial + noticed + (roundTrip + noticed) / 4.0);
    }
  }

  @Test
  void theFirstHundredMegabytesOverALongPathCostASecondMoreThanTheirBandwidth() {
    Pipe pipe = new Pipe(50e6, 152, flow, 1 / 16.0);
    pipe.run(4 * Pipe.SECOND);
    assertThat(pipe.received()).isGreaterThan(100_000_000);
  }

  @Test
  void whatAFasterPathCarriesIsFound() {
    Pipe pipe = new Pipe(5e6, 64, flow, 1 / 16.0);
    pipe.run(20 * Pipe.SECOND);
    pipe.path(50e6, 64);
    pipe.run(10 * Pipe.SECOND);
    pipe.run(10 * Pipe.SECOND);
    assertThat(pipe.received()).isGreaterThan(480_000_000);
  }

  @Test
  void aSlowerPathIsNotFilledWithAQueue() {
    Pipe pipe = new Pipe(50e6, 64, flow, 1 / 16.0);
    pipe.run(20 * Pipe.SECOND);
    pipe.path(5e6, 64);
    pipe.run(20 * Pipe.SECOND);
    pipe.run(10 * Pipe.SECOND);
    assertThat(pipe.received()).isGreaterThan(49_000_000);
    assertThat(pipe.longestQueue()).isLessThan(25);
  }

  @Test
  void aLongerPathIsNotTakenForAQueueForLong() {
    Pipe pipe = new Pipe(50e6, 16, flow, 1 / 16.0);
    pipe.run(20 * Pipe.SECOND);
    pipe.path(50e6, 152);
    pipe.run(30 * Pipe.SECOND);
    pipe.run(10 * Pipe.SECOND);
    assertThat(pipe.received()).isGreaterThan(480_000_000);
  }

  @Test
  void smallMessagesCostFewPings() {
    int pings = 0;
    for (int i = 0; i < 10_000; i++) {
      if (flow.onData(60)) {
        flow.onPing(now);
        flow.onPong(now += MILLI);
        pings++;
      }
    }
    assertThat(pings).isBetween(2, 10_000 * 60 / (INITIAL / 16) + 1);
    assertThat(flow.window()).isEqualTo(INITIAL);
  }

  @Test
  void aWindowOfNothingOrBeyondItsCapIsRefused() {
    assertThatThrownBy(() -> new BandwidthDelay(0, 1))
        .hasMessage("window: from 0 to 1, expected 1 <= from <= to");
    assertThatThrownBy(() -> new BandwidthDelay(2, 1))
        .hasMessage("window: from 2 to 1, expected 1 <= from <= to");
    assertThatThrownBy(() -> new BandwidthDelay(1, 1, 1))
        .hasMessage("share held back: 1.0, expected at least 0 and below 1");
    assertThatThrownBy(() -> new BandwidthDelay(1, 1, -0.1))
        .hasMessage("share held back: -0.1, expected at least 0 and below 1");
    assertThat(new BandwidthDelay(1, 1, 0).window()).isEqualTo(1);
  }

  private void pinged(int bytes, long nanos) {
    assertThat(flow.onData(bytes)).isTrue();
    flow.onPing(now);
    flow.onPong(now += nanos);
  }

  /** A ping with the first byte, its pong after the last. */
  private boolean sample(int bytes, long millis) {
    int first = Math.min(bytes, flow.window() / 16);
    assertThat(flow.onData(first)).isTrue();
    flow.onPing(now);
    flow.onData(bytes - first);
    return flow.onPong(now += millis * MILLI);
  }
}
