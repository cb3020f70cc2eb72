package dev.vertxmesh.bench.simulate;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * What is simulated.
 *
 * @param threads of a provider, by its place
 * @param meanMillis how long a provider has a call
 * @param load the part of what all providers can do that is asked of them, 0 to 1
 * @param subset how many providers a consumer knows; 0 for all
 * @param seconds of virtual time
 * @param changeAt when the change comes, in seconds
 * @param change what becomes of the providers then
 * @param healAt when it ends, in seconds; 0 for never
 * @param contenders who balances, one after the other
 */
record Scenario(
    String name,
    String title,
    int consumers,
    int providers,
    IntUnaryOperator threads,
    double meanMillis,
    double load,
    int subset,
    double seconds,
    double changeAt,
    Consumer<List<SimServer>> change,
    double healAt,
    List<Contender> contenders) {

  /** How long calls wait for an answer. */
  static final long TIMEOUT_NANOS = 1_000_000_000;

  boolean changes() {
    return changeAt < seconds;
  }
}
