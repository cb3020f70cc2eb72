package dev.vertxmesh.listen;

import dev.vertxmesh.memory.BudgetPart;
import dev.vertxmesh.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What the connections of one event loop hold together: heads and frames that aren't whole, large
 * heads, and requests ahead of their turn. Over the bound, or when they hold a quarter of it and
 * the heap's budget has no more for them, those end that have held some the longest.
 */
final class HeldBytes {

  /** A connection that may hold some. */
  interface Holder {

    int held();

    /** Nanoseconds of the gate's time; of no meaning where nothing is held. */
    long heldSince();

    void end(CloseReason reason);
  }

  /** A head of HTTP/1.1 becomes some three times as much, as objects. */
  private static final int AS_OBJECTS = 3;

  private final long most;
  private final BudgetPart heap;
  private final Set<? extends Holder> open;
  private long held;
  private long ofHeap;
  private long ahead;

  /**
   * @param most bytes that all may hold
   * @param heap is charged with what becomes objects
   * @param open the connections that there are
   */
  HeldBytes(long most, MemoryBudget heap, Set<? extends Holder> open) {
    this.most = most;
    this.heap = new BudgetPart(heap);
    this.open = open;
  }

  /**
   * A connection holds so many bytes more, or less.
   *
   * @param ofFrames frames of HTTP/2 that aren't whole, which wait outside of the heap
   */
  void onHeld(int change, boolean ofFrames) {
    held += change;
    ofHeap += ofFrames ? 0 : change;
    boolean fits = heap.hold(AS_OBJECTS * ofHeap) || held <= most / 4;
    if (change > 0 && (!fits || held > most)) {
      endHolders();
    }
  }

  /** What was sent ahead of its turn has so many bytes more, or less. */
  void onAhead(int change) {
    ahead += change;
  }

  /**
   * Those that were ended have as much as all may, as what waits on them goes only once the loop
   * has read from all others: who adds to it now is ended himself.
   */
  boolean isFloodedAhead() {
    return ahead > 2 * most;
  }

  long held() {
    return held;
  }

  /** The oldest first, until a quarter is free again, so that not each byte more asks anew. */
  private void endHolders() {
    long enough = Math.min(held, most) / 4 * 3;
    List<Holder> holders = new ArrayList<>(open);
    holders.removeIf(holder -> holder.held() == 0);
    holders.sort(Comparator.comparingLong(Holder::heldSince));
    for (Holder holder : holders) {
      if (held <= enough) {
        return;
      }
      holder.end(CloseReason.HELD);
    }
  }
}
