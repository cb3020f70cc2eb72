package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Instance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides from what the folder holds who is there. Knows no file and no clock: both are handed in.
 *
 * <p>An owner that this process can see counts until its process is gone. Any other, in another
 * container or from before a reboot, counts while it goes on saying that it's there.
 *
 * <p>A folder that was deleted is no news about anybody: for {@link #HOLD_MILLIS} after that, those
 * who were there and aren't gone stay, while their owners put their entries back.
 */
final class Roster {

  static final long HOLD_MILLIS = 3_000;

  /** Ten times as long as an owner waits between two signs of life. */
  static final long SILENCE_MILLIS = 10_000;

  private Map<String, Entry> present = Map.of();
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
    Set<String> gone = new HashSet<>();
    next.forEach(
        (id, entry) -> {
          if (isGone(entry.owner(), listing.modified().getOrDefault(id, nowMillis), nowMillis)) {
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

  private static boolean isGone(Owner owner, long heardMillis, long nowMillis) {
    return owner.isHere() ? owner.isGone() : nowMillis - heardMillis > SILENCE_MILLIS;
  }
}
