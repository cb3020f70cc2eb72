package dev.vertxmesh.discovery.zookeeper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What is read again a while after it couldn't be: all of it at once, when the first has waited for
 * long enough. Thread-safe.
 */
final class LaterReads {

  private final LongSupplier nanos;
  private final long wait;
  private final Set<Runnable> waiting = new HashSet<>();
  private long since;

  /**
   * @param nanos that only go forwards
   * @param wait nanoseconds
   */
  LaterReads(LongSupplier nanos, long wait) {
    this.nanos = nanos;
    this.wait = wait;
  }

  /**
   * @param reading the same one each time
   */
  synchronized void add(Runnable reading) {
    since = waiting.isEmpty() ? nanos.getAsLong() : since;
    waiting.add(reading);
  }

  synchronized void remove(Runnable reading) {
    waiting.remove(reading);
  }

  /** Called now and then. */
  void runDue() {
    due().forEach(Runnable::run);
  }

  private synchronized List<Runnable> due() {
    if (waiting.isEmpty() || nanos.getAsLong() - since < wait) {
      return List.of();
    }
    List<Runnable> due = List.copyOf(waiting);
    waiting.clear();
    return due;
  }

  synchronized void clear() {
    waiting.clear();
  }
}
