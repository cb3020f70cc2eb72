package dev.vertxmesh.bench.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WireTest {

  private static final long MILLI = 1_000_000;

  /** A thousand bytes a millisecond. */
  private final Wire wire = new Wire(1e6, 20 * MILLI);

  @Test
  void bytesComeOutAfterTheirDelayAndTheTimeThatTheyTakeToGetIn() {
    assertThat(wire.send(3_000, 5 * MILLI)).isEqualTo(28 * MILLI);
  }

  @Test
  void whoComesWhileOthersGetInWaitsForThem() {
    wire.send(3_000, 0);
    assertThat(wire.send(1_000, MILLI)).isEqualTo(24 * MILLI);
    assertThat(wire.send(1_000, 100 * MILLI)).isEqualTo(121 * MILLI);
  }

  @Test
  void nothingOvertakes() {
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      long due = wire.send(i % 7 * 100, i * 300_000L);
      assertThat(due).isGreaterThanOrEqualTo(last);
      last = due;
    }
  }

  @Test
  void noMoreThanTheBandwidthComesOut() {
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      last = wire.send(10_000, 0);
    }
    assertThat(last).isEqualTo(10_020 * MILLI);
  }

  @Test
  void itHoldsBandwidthTimesDelay() {
    assertThat(wire.holds()).isEqualTo(20_000);
  }

  @Test
  void aWireWithoutBandwidthIsRefused() {
    assertThatThrownBy(() -> new Wire(0, 1))
        .hasMessage("wire: 0.0 bytes/s, 1 ns, expected at least 1 and 0");
  }
}
