package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Instance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides from what the folder holds who is there. Knows no file and no clock: both are handed in,
 * times in milliseconds that only go forwards.
 *
 * <p>An owner that this process can see counts until its process is gone. Any other, in another
 * container or from before a reboot, counts while it goes on saying that it's there: while the time
 * of its entry changes. What that time is doesn't matter, as the owner's clock may be another's.
 *
 * <p>A folder that was deleted is no news about anybody: for {@link #HOLD_MILLIS} after that, those
 * who were there and aren't gone stay, while their owners put their entries back.
 */
final class FileMembership {

  static final long HOLD_MILLIS = 3_000;

  /** Ten times as long as an owner waits between two signs of life. */
  static final long SILENCE_MILLIS = 10_000;

  /**
   * A look that comes later than this counts as if it came then: while this process stood still it
   * could hear nobody.
   */
  static final long MOST_BETWEEN_LOOKS_MILLIS = 2_000;

  /**
   * The last sign of life of an owner elsewhere.
   *
   * @param modified of its entry
   * @param silentMillis since it was seen to change, as far as anybody looked
   */
  private record Sign(long modified, long silentMillis) {

    Sign next(long nowModified, long passed) {
      return new Sign(nowModified, nowModified == modified ? silentMillis + passed : 0);
    }
  }

  private Map<String, Entry> present = Map.of();
  private Map<String, Sign> signs = Map.of();
  private long lookedAt;
  private long heldUntil = Long.MIN_VALUE;

  /** The folder isn't the one that it was. */
  void hold(long nowMillis) {
    heldUntil = nowMillis + HOLD_MILLIS;
  }

  /**
   * Takes what the folder holds now.
   *
   * @return the ids of the entries whose owners are gone
   */
  Set<String> update(Folder.Listing listing, long nowMillis) {
    Map<String, Entry> next = new HashMap<>();
    if (nowMillis < heldUntil) {
      next.putAll(present);
    }
    next.putAll(listing.entries());
    hear(listing.modified(), Math.min(nowMillis - lookedAt, MOST_BETWEEN_LOOKS_MILLIS));
    lookedAt = nowMillis;
    Set<String> gone = new HashSet<>();
    next.forEach(
        (id, entry) -> {
          if (isGone(id, entry.owner())) {
            gone.add(id);
          }
        });
    next.keySet().removeAll(gone);
    present = next;
    return gone;
  }

  List<Instance> instances() {
    return present.values().stream().map(Entry::instance).toList();
  }

  private void hear(Map<String, Long> modified, long passed) {
    Map<String, Sign> heard = new HashMap<>();
    modified.forEach(
        (id, time) -> {
          Sign before = signs.get(id);
          heard.put(id, before == null ? new Sign(time, 0) : before.next(time, passed));
        });
    signs = heard;
  }

  private boolean isGone(String id, OwnerProcess owner) {
    if (owner.isHere()) {
      return owner.isGone();
    }
    Sign sign = signs.get(id);
    return sign != null && sign.silentMillis > SILENCE_MILLIS;
  }
}
