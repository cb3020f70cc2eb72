package dev.vertxmesh.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SlopeTest {

  @Test
  void aLineIsFoundWithoutAnError() {
    Slope slope = Slope.of(new double[] {1, 2, 3, 5}, new double[] {10, 12, 14, 18});

    assertThat(slope.perHour()).isCloseTo(2, within(1e-12));
    assertThat(slope.error()).isCloseTo(0, within(1e-6));
    assertThat(slope.hours()).isEqualTo(4);
    assertThat(slope.grownAtLeast()).isCloseTo(8, within(1e-6));
  }

  /** By hand: residuals 0, 0.5, -1 and 0.5, whose squares sum to 1.5; those of x to 5. */
  @Test
  void theErrorIsThatOfTheResiduals() {
    Slope slope = Slope.of(new double[] {0, 1, 2, 3}, new double[] {1, 2, 1, 3});

    assertThat(slope.perHour()).isCloseTo(0.5, within(1e-12));
    assertThat(slope.error()).isCloseTo(Math.sqrt(1.5 / 2 / 5), within(1e-12));
  }

  @Test
  void whatGoesUpAndDownHasNotGrown() {
    Slope slope = Slope.of(new double[] {0, 1, 2, 3, 4}, new double[] {5, 9, 4, 9, 5});

    assertThat(slope.perHour()).isCloseTo(0, within(1e-12));
    assertThat(slope.grownAtLeast()).isNegative();
  }
}
