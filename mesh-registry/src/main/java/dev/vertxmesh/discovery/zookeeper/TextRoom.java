package dev.vertxmesh.discovery.zookeeper;

/** The heap that all texts of nodes may take that are kept. Thread-safe. */
final class TextRoom {

  private final long bytes;
  private long taken;

  /**
   * @param bytes that there are
   */
  TextRoom(long bytes) {
    this.bytes = bytes;
  }

  /** Whether there were so many left, and now they're taken. */
  synchronized boolean take(long some) {
    boolean isLeft = taken + some <= bytes;
    taken += isLeft ? some : 0;
    return isLeft;
  }

  synchronized void give(long some) {
    taken -= some;
  }

  long bytes() {
    return bytes;
  }
}
