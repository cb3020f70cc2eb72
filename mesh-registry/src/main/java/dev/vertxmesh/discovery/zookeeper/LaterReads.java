package dev.vertxmesh.discovery.zookeeper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What is read again a while after it couldn't be: all of it at once, when the first has waited for
 * long enough, and then after twice as long if some of it couldn't be read again. Thread-safe.
 */
final class LaterReads {

  private final LongSupplier nanos;
  private final long first;
  private final long most;
  private final Set<Runnable> waiting = new HashSet<>();
  private long wait;
  private long since;
  private long ran;

  /**
   * @param nanos that only go forwards
   * @param first nanoseconds until the first time
   * @param most nanoseconds from one time to the next
   */
  LaterReads(LongSupplier nanos, long first, long most) {
    this.nanos = nanos;
    this.first = first;
    this.most = most;
    this.wait = first;
    this.ran = nanos.getAsLong();
  }

  /**
   * @param reading the same one each time
   */
  synchronized void add(Runnable reading) {
    if (waiting.isEmpty()) {
      since = nanos.getAsLong();
      wait = since - ran < first ? wait : first; // or else all could be read, the last time
    }
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
    ran = nanos.getAsLong();
    wait = Math.min(most, 2 * wait);
    return due;
  }

  synchronized void clear() {
    waiting.clear();
  }
}
