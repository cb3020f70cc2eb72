package dev.vertxmesh.discovery.zookeeper;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lets some questions be asked at a time, and the others after them: an agent that follows
 * thousands of services asks for all of them whenever it's connected, and so does a whole fleet.
 * Thread-safe.
 */
final class Turns {

  private final int most;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int taken;
  private boolean isBeginning;

  /**
   * @param most how many are asked at a time
   */
  Turns(int most) {
    this.most = most;
  }

  /**
   * Asks, now or later.
   *
   * @param question must not throw; {@link #end} is called once for it, on any thread
   */
  void begin(Runnable question) {
    synchronized (this) {
      waiting.add(question);
    }
    beginNext();
  }

  /** One that was asked has been answered, or can't be. */
  void end() {
    synchronized (this) {
      taken--;
    }
    beginNext();
  }

  /** One after the other, and not one within another: thousands may fail at once. */
  private void beginNext() {
    synchronized (this) {
      if (isBeginning) {
        return;
      }
      isBeginning = true;
    }
    for (Runnable next = take(); next != null; next = take()) {
      next.run();
    }
  }

  private synchronized Runnable take() {
    if (taken == most || waiting.isEmpty()) {
      isBeginning = false;
      return null;
    }
    taken++;
    return waiting.remove();
  }
}
