package dev.vertxmesh.kvstore.run;

/**
 * A semaphore that no thread waits for: who finds no permit leaves word and is run once there is
 * one. Belongs to one event loop.
 */
final class Permits {
  private int free;
  private Runnable waiting;

  Permits(int permits) {
    this.free = permits;
  }

  boolean tryAcquire() {
    if (free == 0) {
      return false;
    }
    free--;
    return true;
  }

  /** Run by the next release; takes the place of who left word before. */
  void whenFree(Runnable then) {
    waiting = then;
  }

  void release() {
    free++;
    Runnable then = waiting;
    if (then != null) {
      waiting = null;
      then.run();
    }
  }
}
