package dev.vertxmesh.link.setup;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of something the links of an agent may hold together, on whatever event loops they are:
 * it's taken before it's held.
 */
public final class Quota {

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param most in bytes, or in links
   */
  public Quota(long most) {
    this.most = most;
  }

  /** Takes so much; false, and nothing is taken, if less is left. */
  public boolean take(long amount) {
    long before;
    do { // never taken and then given back: others would be refused what is there
      before = taken.get();
      if (before + amount > most) {
        return false;
      }
    } while (!taken.compareAndSet(before, before + amount));
    return true;
  }

  /** Gives back what was taken. */
  public void give(long amount) {
    taken.addAndGet(-amount);
  }

  public long most() {
    return most;
  }

  /** What is held now. */
  public long taken() {
    return taken.get();
  }
}
