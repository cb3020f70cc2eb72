package dev.vertxmesh.memory;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.LongSupplier;

/**
 * Who on one event loop holds bytes that somebody else is to take: unread streams, unsent answers.
 * When the budget has no room for more, the one that holds most is ended, so that the others can go
 * on.
 */
public final class Holders {

  private static final FastThreadLocal<Holders> HEAP =
      new FastThreadLocal<>() {
        @Override
        protected Holders initialValue() {
          return new Holders(MemoryBudget.ofHeap());
        }
      };

  private static final FastThreadLocal<Holders> DIRECT =
      new FastThreadLocal<>() {
        @Override
        protected Holders initialValue() {
          return new Holders(MemoryBudget.ofDirect());
        }
      };

  private final MemoryBudget budget;
  private Holder first;

  Holders(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Those of this thread that hold bytes of the heap. */
  public static Holders ofHeap() {
    return HEAP.get();
  }

  /** Those of this thread that hold bytes outside of it. */
  public static Holders ofDirect() {
    return DIRECT.get();
  }

  /**
   * One more, who holds nothing yet.
   *
   * @param onOverrun run once if it's ended since it holds most: it lets go of all that it holds
   */
  public Holder add(Runnable onOverrun) {
    return new Holder(this, onOverrun, () -> Long.MAX_VALUE);
  }

  /**
   * The same of one whose bytes go without a word.
   *
   * @param left how many of them there still are, asked before anybody is ended
   */
  public Holder add(Runnable onOverrun, LongSupplier left) {
    return new Holder(this, onOverrun, left);
  }

  /**
   * Takes bytes for a holder, and ends who holds more than it would.
   *
   * @return false if nobody does
   */
  boolean take(Holder holder, long bytes) {
    long then = holder.held() + bytes;
    boolean isFresh = false;
    while (!(then <= Holder.SMALL ? budget.takeSmall(bytes) : budget.take(bytes))) {
      if (!isFresh) {
        isFresh = true;
        refresh();
        continue;
      }
      Holder heaviest = heaviest();
      if (heaviest == null || heaviest == holder || heaviest.held() <= then) {
        return false;
      }
      heaviest.overrun();
    }
    return true;
  }

  void give(long bytes) {
    budget.give(bytes);
  }

  private void refresh() {
    for (Holder one = first; one != null; ) {
      Holder next = one.next; // it may leave the list
      one.refresh();
      one = next;
    }
  }

  private Holder heaviest() {
    Holder heaviest = first;
    for (Holder one = first; one != null; one = one.next) {
      if (one.held() > heaviest.held()) {
        heaviest = one;
      }
    }
    return heaviest;
  }

  void link(Holder holder) {
    holder.next = first;
    if (first != null) {
      first.previous = holder;
    }
    first = holder;
  }

  void unlink(Holder holder) {
    if (holder.previous == null) {
      first = holder.next;
    } else {
      holder.previous.next = holder.next;
    }
    if (holder.next != null) {
      holder.next.previous = holder.previous;
    }
    holder.next = null;
    holder.previous = null;
  }
}
