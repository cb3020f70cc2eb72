package dev.vertxmesh.kvstore.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void nothing_recorded_is_no_number() {
    assertThat(latencies.percentileMillis(0.5)).isNaN();
  }

  @Test
  void percentiles_are_the_ends_of_their_steps() {
    for (int millis = 1; millis <= 100; millis++) {
      latencies.record(millis * 1_000_000L - 1);
    }

    assertThat(latencies.percentileMillis(0.5)).isEqualTo(50);
    assertThat(latencies.percentileMillis(0.99)).isEqualTo(99);
    assertThat(latencies.percentileMillis(1)).isEqualTo(100);
  }

  @Test
  void long_calls_have_coarse_steps_and_the_longest_one_of_their_own() {
    latencies.record(4_000_500_000L);
    assertThat(latencies.percentileMillis(0.5)).isEqualTo(4001);

    latencies.record(1_000_000_000_000L);
    assertThat(latencies.percentileMillis(1)).isEqualTo(100_001);
  }

  @Test
  void two_are_as_good_as_one() {
    Latencies other = new Latencies();
    latencies.record(1_000_000 - 1);
    other.record(3_000_000 - 1);
    latencies.add(other);

    assertThat(latencies.percentileMillis(0.5)).isEqualTo(1);
    assertThat(latencies.percentileMillis(1)).isEqualTo(3);
  }
}
