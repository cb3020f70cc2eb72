package dev.vertxmesh.bench.gate;

import java.util.Arrays;

/**
 * Ratios of turns that followed one another, today's over the base's. What disturbs a machine for
 * longer than two turns disturbs both, and what disturbs one turn is one ratio of many.
 *
 * <p>The bound is that of the sign test: whichever way ratios are distributed, at least one in two
 * is at or under their median, so the chance that all but k - 1 of n are above it is at most the
 * sum of the first k terms of the binomial distribution with p = 1/2. See W. J. Conover, Practical
 * Nonparametric Statistics, 3.2.
 */
final class PairedRatios {
  /** How sure the bound is. */
  static final double CERTAINTY = 0.99;

  private final double[] sorted;

  PairedRatios(double[] ratios) {
    sorted = ratios.clone();
    Arrays.sort(sorted);
  }

  /** Not a number if there are none. */
  double median() {
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** The median's lower bound; 0 where there are too few ratios to tell. */
  double atLeast() {
    int k = rank(sorted.length);
    return k == 0 ? 0 : sorted[k - 1];
  }

  /** Whether there are enough to tell anything. */
  boolean told() {
    return rank(sorted.length) > 0;
  }

  /** The largest k with P(X < k) <= 1 - certainty, where X is binomial of n and 1/2. */
  private static int rank(int n) {
    double term = Math.pow(0.5, n);
    double below = 0;
    for (int k = 0; k <= n; k++) {
      below += term;
      if (below > 1 - CERTAINTY) {
        return k;
      }
      term = term * (n - k) / (k + 1);
    }
    return n;
  }
}
