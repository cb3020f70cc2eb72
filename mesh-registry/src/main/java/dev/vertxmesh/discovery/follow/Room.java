package dev.vertxmesh.discovery.follow;

/** The heap that all entries together may take. Not thread-safe. */
final class Room {

  private final long bytes;
  private long taken;

  Room(long bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws IllegalArgumentException if there isn't so much left
   */
  void take(long some) {
    if (taken + some > bytes) {
      throw new IllegalArgumentException(
          "the entries before it take " + taken + " bytes, expected at most " + bytes);
    }
    taken += some;
  }

  void give(long some) {
    taken -= some;
  }
}
