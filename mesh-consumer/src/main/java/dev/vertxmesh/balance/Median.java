package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.Arrays;

/** What is usual among the members of a service. */
final class Median {

  /** One of the figures that are known of a member. */
  @FunctionalInterface
  interface Figure {
    double of(EndpointStats stats);
  }

  private double[] sorted = {};

  /** Of those that have answered, and the lower of two; 0 when nobody has. */
  double of(Member[] members, Figure figure) {
    if (sorted.length < members.length) {
      sorted = new double[members.length];
    }
    int known = 0;
    for (Member member : members) {
      if (member.stats().samples() > 0) {
        sorted[known++] = figure.of(member.stats());
      }
    }
    if (known == 0) {
      return 0;
    }
    Arrays.sort(sorted, 0, known);
    return sorted[(known - 1) / 2];
  }
}
