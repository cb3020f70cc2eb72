package dev.vertxmesh.telemetry;

import java.util.concurrent.atomic.LongAdder;

/** A number that any thread may change cheaply. Hold on to it: using it looks nothing up. */
public final class Count {

  private final LongAdder adder = new LongAdder();

  Count() {}

  public void increment() {
    adder.increment();
  }

  /** Only for what is a level, such as links; what counts events never goes down. */
  public void decrement() {
    adder.decrement();
  }

  public void add(long amount) {
    adder.add(amount);
  }

  public long value() {
    return adder.sum();
  }
}
