package dev.vertxmesh.bench.overload;

/**
 * What a load has seen while it was measured. Belongs to the load's thread until that has ended.
 */
final class Seen {

  final Latencies taken = new Latencies();
  final Latencies refused = new Latencies();

  /** Answers that are neither 200 nor 503. */
  long other;

  /** Connections that the agent closed, as soon as it had accepted them or later. */
  long closed;

  /** Connections that couldn't be made at all: the kernel said so, and not the agent. */
  long notMade;

  /** Why the first of those wasn't; empty if all were. */
  String whyNotMade = "";

  /** Calls that were due when too many waited for a connection already. */
  long unsent;

  long begunNanos;
  long endedNanos;

  /** What the processes used meanwhile. */
  CpuSeconds cpu;

  /** When the last call ended that wasn't answered with 200; 0 if there's none. */
  long lastBadNanos;

  double seconds() {
    return (endedNanos - begunNanos) / 1e9;
  }

  /** Calls a second that were answered with 200. */
  double goodput() {
    return taken.count() / seconds();
  }

  double offered() {
    return (taken.count() + refused.count() + other + unsent) / seconds();
  }
}
