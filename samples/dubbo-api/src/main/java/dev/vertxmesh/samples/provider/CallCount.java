package dev.vertxmesh.samples.provider;

import java.util.concurrent.atomic.LongAdder;

/** Calls that reached this provider, so that an agent that makes up answers is found out. */
public final class CallCount {
  private final LongAdder calls = new LongAdder();

  void add() {
    calls.increment();
  }

  /** Calls so far, over all services of the provider. */
  public long total() {
    return calls.sum();
  }
}
