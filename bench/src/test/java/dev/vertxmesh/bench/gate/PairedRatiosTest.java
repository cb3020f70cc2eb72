package dev.vertxmesh.bench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PairedRatiosTest {

  @Test
  void ofTwelveTheSecondSmallestIsTheBound() {
    double[] ratios = {1.2, 1.3, 1.1, 1.4, 1.25, 1.35, 1.15, 1.05, 1.45, 1.5, 1.55, 1.6};
    PairedRatios paired = new PairedRatios(ratios);
    assertThat(paired.atLeast()).isEqualTo(1.1);
    assertThat(paired.median()).isEqualTo((1.3 + 1.35) / 2);
  }

  @Test
  void sixAreTooFewToTellAndSevenAreNot() {
    assertThat(same(6).told()).isFalse();
    assertThat(same(6).atLeast()).isZero();
    assertThat(same(7).told()).isTrue();
    assertThat(same(7).atLeast()).isEqualTo(2);
    assertThat(same(0).median()).isNaN();
  }

  @Test
  void aFewTurnsThatWereDisturbedAreNoProof() {
    PairedRatios paired = new PairedRatios(new double[] {1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9});
    assertThat(paired.atLeast()).isEqualTo(1);
    assertThat(paired.median()).isEqualTo(1);
  }

  /** Ten thousand runs of one build against itself, whose turns vary by a factor of two. */
  @Test
  void theBoundIsOverOneInAHundredRunsAtMostWhereNothingIsWorse() {
    Random random = new Random(1);
    int over = 0;
    for (int run = 0; run < 10_000; run++) {
      double[] ratios =
          DoubleStream.generate(() -> Math.pow(2, random.nextDouble() * 2 - 1)).limit(12).toArray();
      over += new PairedRatios(ratios).atLeast() > 1 ? 1 : 0;
    }
    assertThat(over).isBetween(1, 100);
  }

  private static PairedRatios same(int count) {
    return new PairedRatios(DoubleStream.generate(() -> 2).limit(count).toArray());
  }
}
