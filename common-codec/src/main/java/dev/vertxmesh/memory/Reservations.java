package dev.vertxmesh.memory;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.LongSupplier;

/**
 * Who on one event loop holds bytes that somebody else is to take: unread streams, unsent answers.
 * When the budget has no room for more, the one that holds most is ended, so that the others can go
 * on.
 */
public final class Reservations {

  private static final FastThreadLocal<Reservations> HEAP =
      new FastThreadLocal<>() {
        @Override
        protected Reservations initialValue() {
          return new Reservations(MemoryBudget.ofHeap());
        }
      };

  private static final FastThreadLocal<Reservations> DIRECT =
      new FastThreadLocal<>() {
        @Override
        protected Reservations initialValue() {
          return new Reservations(MemoryBudget.ofDirect());
        }
      };

  private final MemoryBudget budget;
  private Reservation first;

  Reservations(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Those of this thread that hold bytes of the heap. */
  public static Reservations ofHeap() {
    return HEAP.get();
  }

  /** Those of this thread that hold bytes outside of it. */
  public static Reservations ofDirect() {
    return DIRECT.get();
  }

  /**
   * One more, who holds nothing yet.
   *
   * @param onOverrun run once if it's ended since it holds most: it lets go of all that it holds
   */
  public Reservation add(Runnable onOverrun) {
    return new Reservation(this, onOverrun, () -> Long.MAX_VALUE);
  }

  /**
   * The same of one whose bytes go without a word.
   *
   * @param left how many of them there still are, asked before anybody is ended
   */
  public Reservation add(Runnable onOverrun, LongSupplier left) {
    return new Reservation(this, onOverrun, left);
  }

  /** Bytes that all of this thread hold together. */
  public long held() {
    long held = 0;
    for (Reservation one = first; one != null; one = one.next) {
      held += one.held();
    }
    return held;
  }

  /**
   * Takes bytes for a holder, and ends who holds more than it would.
   *
   * @return false if nobody does
   */
  boolean take(Reservation reservation, long bytes) {
    long then = reservation.held() + bytes;
    boolean isFresh = false;
    while (!(then <= Reservation.SMALL ? budget.takeSmall(bytes) : budget.take(bytes))) {
      if (!isFresh) {
        isFresh = true;
        refresh();
        continue;
      }
      Reservation heaviest = heaviest();
      if (heaviest == null || heaviest == reservation || heaviest.held() <= then) {
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
    for (Reservation one = first; one != null; ) {
      Reservation next = one.next; // it may leave the list
      one.refresh();
      one = next;
    }
  }

  private Reservation heaviest() {
    Reservation heaviest = first;
    for (Reservation one = first; one != null; one = one.next) {
      if (one.held() > heaviest.held()) {
        heaviest = one;
      }
    }
    return heaviest;
  }

  void link(Reservation reservation) {
    reservation.next = first;
    if (first != null) {
      first.previous = reservation;
    }
    first = reservation;
  }

  void unlink(Reservation reservation) {
    if (reservation.previous == null) {
      first = reservation.next;
    } else {
      reservation.previous.next = reservation.next;
    }
    if (reservation.next != null) {
      reservation.next.previous = reservation.previous;
    }
    reservation.next = null;
    reservation.previous = null;
  }
}
