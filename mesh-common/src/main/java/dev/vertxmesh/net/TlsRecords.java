package dev.vertxmesh.net;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.PlatformDependent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The records of TLS on one event loop that aren't whole, by who holds them. Each loop has a bound
 * of its own: what it can't cut itself, it mustn't wait for.
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

  /** Whose record began first is the first. */
  private final Set<TlsRecordGuard> holders = new LinkedHashSet<>();

  private long taken;

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

  /** Takes so many bytes; false if there isn't room for them. */
  boolean take(int bytes) {
    if (taken + bytes > most.getAsLong()) {
      return false;
    }
    taken += bytes;
    return true;
  }

  void add(TlsRecordGuard holder) {
    holders.add(holder);
  }

  /** Who holds nothing any more, and what that was. */
  void remove(TlsRecordGuard holder, int bytes) {
    holders.remove(holder);
    taken -= bytes;
  }

  /** Whose record has waited the longest. */
  TlsRecordGuard oldestOr(TlsRecordGuard other) {
    Iterator<TlsRecordGuard> all = holders.iterator();
    return all.hasNext() ? all.next() : other;
  }

  long taken() {
    return taken;
  }
}
