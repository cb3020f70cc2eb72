package dev.vertxmesh.memory;

import java.util.function.LongSupplier;

/** What one stream or answer holds of the budget. Belongs to the event loop that made it. */
public final class Reservation {

  /**
   * What a part costs besides its bytes: the buffer, what is around it, and its place in a queue.
   */
  public static final int PART = 128;

  /** Who holds no more than this is small, and gets through while large ones wait. */
  static final int SMALL = 4 << 10;

  private final Reservations all;
  private final Runnable onOverrun;
  private final LongSupplier left;
  private long held;
  private boolean isLinked;
  private boolean isOver;
  Reservation next;
  Reservation previous;

  /**
   * @param left bytes that are still held, asked when there's no room; never more than are known
   */
  Reservation(Reservations all, Runnable onOverrun, LongSupplier left) {
    this.all = all;
    this.onOverrun = onOverrun;
    this.left = left;
  }

  /**
   * Takes so many bytes, before they are held.
   *
   * @return false if nobody else holds more than this one would: it has to end, and was told before
   *     if it's over
   */
  public boolean hold(long bytes) {
    if (isOver || !all.take(this, bytes)) {
      return false;
    }
    held += bytes;
    if (!isLinked) {
      isLinked = true;
      all.link(this);
    }
    return true;
  }

  /** Gives bytes back; never more than are held. */
  public void release(long bytes) {
    long given = Math.min(bytes, held);
    held -= given;
    all.give(given);
    if (held == 0 && isLinked) {
      isLinked = false;
      all.unlink(this);
    }
  }

  /** Gives all back, and holds nothing any more. */
  public void close() {
    isOver = true;
    release(held);
  }

  public long held() {
    return held;
  }

  /** Gives back what has gone without a word. */
  void refresh() {
    release(Math.max(0, held - left.getAsLong()));
  }

  void overrun() {
    close();
    onOverrun.run();
  }
}
