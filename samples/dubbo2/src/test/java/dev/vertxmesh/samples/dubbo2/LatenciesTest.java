package dev.vertxmesh.samples.dubbo2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void percentilesAreTheEndOfTheirStep() {
    for (int millis = 1; millis <= 100; millis++) {
      latencies.record(TimeUnit.MILLISECONDS.toNanos(millis));
    }
    assertThat(latencies.count()).isEqualTo(100);
    assertThat(latencies.percentileMillis(0.5)).isEqualTo(50.01);
    assertThat(latencies.percentileMillis(0.99)).isEqualTo(99.01);
  }

  @Test
  void whatIsTooLongIsCountedAtTheEnd() {
    latencies.record(TimeUnit.MINUTES.toNanos(1));
    assertThat(latencies.percentileMillis(0.5)).isEqualTo(10_000.01);
  }

  @Test
  void nothingRecordedIsZero() {
    assertThat(latencies.percentileMillis(0.5)).isZero();
  }
}
