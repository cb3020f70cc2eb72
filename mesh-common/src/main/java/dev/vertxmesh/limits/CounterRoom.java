package dev.vertxmesh.limits;

import java.util.concurrent.atomic.AtomicLong;

/** What the counters of all rules may take of the heap; one rule has half of it at most. */
final class CounterRoom {

  /** Of the heap. */
  private static final int SHARE = 32;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param most in bytes
   */
  CounterRoom(long most) {
    this.most = most;
  }

  static CounterRoom ofHeap() {
    return new CounterRoom(Runtime.getRuntime().maxMemory() / SHARE);
  }

  /** What the counters of one rule may take. */
  long mostOfOne() {
    return most / 2;
  }

  boolean has(long bytes) {
    return taken.get() + bytes <= most;
  }

  /** More is taken, or given back. */
  void add(long bytes) {
    taken.addAndGet(bytes);
  }

  long taken() {
    return taken.get();
  }
}
