package dev.vertxmesh.discovery.follow.entry;

import dev.vertxmesh.discovery.etcd.SkippedEntries;

/** The heap that all entries together may take. Not thread-safe. */
public final class Room implements SkippedEntries.Space {

  /** Why entries are skipped has this part of what entries have, beside them. */
  private static final int PART_OF_REASONS = 16;

  private static final long LEAST_REASONS = 64 << 10;

  /** There isn't so much left. */
  public static final class Full extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Full(String message) {
      super(message);
    }
  }

  private final long bytes;
  private long taken;
  private boolean isTold;
  private boolean isFreed;
  private Room reasons;

  public Room(long bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws Full if there isn't so much left
   */
  public void take(long some) {
    if (!has(some)) {
      isFreed = false;
      throw new Full(
          "it takes %d bytes and those before it %d, expected at most %d together"
              .formatted(some, taken, bytes));
    }
    taken += some;
  }

  @Override
  public boolean takes(long some) {
    boolean has = has(some);
    taken += has ? some : 0;
    return has;
  }

  /** For why entries are skipped. */
  public Room reasons() {
    reasons =
        reasons == null ? new Room(Math.max(bytes / PART_OF_REASONS, LEAST_REASONS)) : reasons;
    return reasons;
  }

  /** Whether there's so much left. */
  public boolean has(long some) {
    return taken + some <= bytes;
  }

  @Override
  public void give(long some) {
    taken -= some;
    isFreed |= some > 0;
  }

  /** Whether some was given back since somebody wanted more than was left. */
  public boolean isFreed() {
    return isFreed;
  }

  /** Whether nobody has heard yet that it's full: thousands may find it so. */
  public boolean isNews() {
    boolean isNews = !isTold;
    isTold = true;
    return isNews;
  }
}
