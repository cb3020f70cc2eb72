package dev.vertxmesh.net;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.PlatformDependent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The records of TLS on one event loop that wait, by whose they are. Each loop has a bound of its
 * own: it mustn't wait for room that only another loop can free.
 */
final class TlsRecords {

  /** Those of all loops: a sixteenth of what buffers have outside of the heap. */
  private static final long ALL = Math.max(1 << 20, PlatformDependent.maxDirectMemory() / 16);

  /** So that a few of the largest that there may be have room, however many loops there are. */
  private static final long LEAST = 128 << 10;

  private static final AtomicInteger LOOPS = new AtomicInteger();

  private static final FastThreadLocal<TlsRecords> OF_LOOP =
      new FastThreadLocal<>() {
        @Override
        protected TlsRecords initialValue() {
          LOOPS.incrementAndGet();
          return new TlsRecords(() -> Math.max(LEAST, ALL / LOOPS.get()));
        }

        @Override
        protected void onRemoval(TlsRecords gone) {
          LOOPS.decrementAndGet();
        }
      };

  private final LongSupplier most;

  /** By who holds something, {@link #came} as it was when it began to. */
  private final Map<TlsRecordGuard, Long> holders = new LinkedHashMap<>();

  private long taken;
  private long leaving;

  /** Bytes that have ever been taken: the time here. */
  private long came;

  /**
   * @param most bytes of all together, which changes with the number of loops
   */
  TlsRecords(LongSupplier most) {
    this.most = most;
  }

  /** Those of this thread. */
  static TlsRecords ofLoop() {
    return OF_LOOP.get();
  }

  /** Whether there's room for so many bytes more. */
  boolean fits(int bytes) {
    return taken + bytes <= most.getAsLong();
  }

  /**
   * Whether those that wait and those of connections that are just closing are more than twice the
   * bound: the event loop frees them with its next turn, and may have many sockets to read in this
   * one.
   */
  boolean isFlooded() {
    return taken + leaving > 2 * most.getAsLong();
  }

  /** So many bytes more of one. */
  void take(TlsRecordGuard holder, int bytes) {
    taken += bytes;
    holders.putIfAbsent(holder, came);
    came += bytes;
  }

  /** So many bytes more, or fewer, are of connections that are closing. */
  void leave(int bytes) {
    leaving += bytes;
  }

  /**
   * So many bytes fewer.
   *
   * @param all whether it holds nothing any more
   */
  void give(TlsRecordGuard holder, int bytes, boolean all) {
    taken -= bytes;
    if (all && bytes > 0) { // as it seldom is
      holders.remove(holder);
    }
  }

  /**
   * Who has held most for the longest: neither a hello that has just come among many large ones,
   * nor a large record whose rest is on its way among many that only wait.
   */
  TlsRecordGuard worstOr(TlsRecordGuard other) {
    TlsRecordGuard worst = other;
    long highest = 0;
    for (Map.Entry<TlsRecordGuard, Long> one : holders.entrySet()) {
      long cost = one.getKey().held() * (came - one.getValue());
      if (cost > highest) {
        highest = cost;
        worst = one.getKey();
      }
    }
    return worst;
  }

  /** Ends those that hold more than there's room for. */
  void cutBack() {
    while (!fits(0)) {
      worstOr(null).cut();
    }
  }

  long taken() {
    return taken;
  }
}
