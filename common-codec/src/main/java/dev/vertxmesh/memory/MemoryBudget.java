package dev.vertxmesh.memory;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of memory that requests, answers and what is made of them may take, all together. They are
 * taken before they are used, and given back once. Any thread. There are two: the heap, and what
 * Netty's buffers have outside of it.
 *
 * <p>A quarter more is kept for what is small: it must get through while large ones wait.
 */
public final class MemoryBudget {

  /** Of the heap; what an idle agent holds and what is young and dead has the rest. */
  private static final double SHARE = 3 / 8.0;

  private static final MemoryBudget HEAP =
      new MemoryBudget((long) (SHARE * Runtime.getRuntime().maxMemory()));

  /** Of the heap's: what stands must not keep all others out. */
  private static final double STANDING_SHARE = 5 / 8.0;

  private static final MemoryBudget STANDING = HEAP.standing();

  /**
   * Of the rest, a quarter is for what is unfinished, and what is left for a large message that is
   * just read and converted, in buffers that double as they grow.
   */
  private static final double DIRECT_SHARE = 5 / 16.0;

  private static final MemoryBudget DIRECT =
      new MemoryBudget((long) (DIRECT_SHARE * PlatformDependent.maxDirectMemory()));

  private final long most;
  private final MemoryBudget whole;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param most bytes, from 1
   */
  public MemoryBudget(long most) {
    this(most, null);
  }

  private MemoryBudget(long most, MemoryBudget whole) {
    if (most < 1) {
      throw new IllegalArgumentException(
          "memory budget: %d bytes, expected at least 1".formatted(most));
    }
    this.most = most;
    this.whole = whole;
  }

  /**
   * A part of this one, for what stands until others have done something: heads that aren't whole,
   * requests of which nothing passes. All of it counts as small.
   */
  public MemoryBudget standing() {
    return new MemoryBudget(Math.max(1, (long) (STANDING_SHARE * most)), this);
  }

  /** That of this JVM's heap. */
  public static MemoryBudget ofStanding() {
    return STANDING;
  }

  /** That of this JVM's heap. */
  public static MemoryBudget ofHeap() {
    return HEAP;
  }

  /** That of the buffers which this JVM has outside of its heap. */
  public static MemoryBudget ofDirect() {
    return DIRECT;
  }

  /**
   * Takes so many bytes, or nothing.
   *
   * @return false if there aren't so many left
   */
  public boolean take(long bytes) {
    return take(bytes, most);
  }

  /** The same for what is small. */
  public boolean takeSmall(long bytes) {
    return take(bytes, most + most / 4);
  }

  private boolean take(long bytes, long bound) {
    long before;
    do { // never taken and then given back: others would be refused what is there
      before = taken.get();
      if (before + bytes > bound) {
        return false;
      }
    } while (!taken.compareAndSet(before, before + bytes));
    if (whole != null && !whole.takeSmall(bytes)) {
      taken.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Gives back what was taken. */
  public void give(long bytes) {
    if (bytes != 0) { // as it often is, and all threads share the sum
      taken.addAndGet(-bytes);
      if (whole != null) {
        whole.give(bytes);
      }
    }
  }

  /** What may be taken by all that isn't small. */
  public long most() {
    return most;
  }

  public long taken() {
    return taken.get();
  }
}
