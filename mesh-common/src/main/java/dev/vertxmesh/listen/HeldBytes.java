package dev.vertxmesh.listen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What the connections of one event loop hold together: heads and frames that aren't whole, large
 * heads, and requests ahead of their turn. Over the bound those end that have held some the
 * longest.
 */
final class HeldBytes {

  /** A connection that may hold some. */
  interface Holder {

    int held();

    /** Nanoseconds of the gate's time; of no meaning where nothing is held. */
    long heldSince();

    void end(CloseReason reason);
  }

  private final long most;
  private final Set<? extends Holder> open;
  private long held;
  private long ahead;

  /**
   * @param most bytes that all may hold
   * @param open the connections that there are
   */
  HeldBytes(long most, Set<? extends Holder> open) {
    this.most = most;
    this.open = open;
  }

  /** A connection holds so many bytes more, or less. */
  void onHeld(int change) {
    held += change;
    if (change > 0 && held > most) {
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

  /** The oldest first, until a quarter is free again, so that not each byte more asks anew. */
  private void endHolders() {
    List<Holder> holders = new ArrayList<>(open);
    holders.removeIf(holder -> holder.held() == 0);
    holders.sort(Comparator.comparingLong(Holder::heldSince));
    for (Holder holder : holders) {
      if (held <= most / 4 * 3) {
        return;
      }
      holder.end(CloseReason.HELD);
    }
  }
}
