package dev.vertxmesh.routing.rule;

import java.util.BitSet;
import java.util.random.RandomGenerator;

/** A rule, or one of its conditions, laid over the candidates of a service. */
public interface RouteStep {

  /** Of which rule, and which of its conditions. */
  String name();

  /**
   * Leaves of the candidates those that a call may go to.
   *
   * @param left the candidates by their places, which is changed; never empty
   * @return what it did, for a person to read
   */
  String narrow(BitSet left, RouteRequest request, RandomGenerator random);
}
