package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides from what a store of keys holds who is there. Knows no store and no clock: both are
 * handed in, times in milliseconds that only go forwards.
 *
 * <p>Who leaves a tombstone is gone at once. Who is missing without one may be alive: a store that
 * was stopped for longer than leases last deletes everybody as soon as it goes on, and one that was
 * restarted without its data never knew anybody. So
 *
 * <ul>
 *   <li>an instance that is missing stays for the {@code hold}, in which the living announce
 *       themselves anew;
 *   <li>if nobody at all is left, those who were there last stay for the {@code emptyHold}, since
 *       there is nobody else to send a call to; with the first who is announced the {@code hold}
 *       begins for the others;
 *   <li>no hold runs out while the store can't be reached.
 * </ul>
 *
 * <p>An entry that can't be understood is skipped and counted, and what was known under its name
 * before stays for as long as the entry does. So is what would take more memory than all entries
 * may.
 */
final class Membership {

  private static final long HERE = Long.MAX_VALUE;

  private static final class Known {
    Instance instance;
    String value;
    long weight;
    long missingSince = HERE;

    boolean isHere() {
      return missingSince == HERE;
    }
  }

  private final Layout layout;
  private final long hold;
  private final long emptyHold;
  private final long room;

  /** In the order in which they are published, so that they aren't put in order at each change. */
  private final Map<String, Known> known = new TreeMap<>();

  private final SkippedEntries malformed = new SkippedEntries();
  private long weight;
  private boolean reachable;
  private boolean deserted;
  private long lostAt;

  /**
   * @param hold milliseconds
   * @param emptyHold milliseconds
   * @param room bytes of heap that all entries together may take
   */
  Membership(Layout layout, long hold, long emptyHold, long room) {
    this.room = room;
    this.layout = layout;
    this.hold = hold;
    this.emptyHold = emptyHold;
  }

  /** Takes what was known before this process began; the next listing says who is missing. */
  void restore(List<Instance> instances) {
    for (Instance instance : instances) {
      if (!known.containsKey(instance.id()) && fits(null, EntryBounds.weight(instance, 0))) {
        take(instance.id(), "", instance, null);
      }
    }
  }

  /** Takes all that the store holds now. */
  void list(Map<String, String> entries, long now) {
    long away = reachable || lostAt == 0 ? 0 : now - lostAt;
    reachable = true;
    malformed.retain(entries.keySet());
    known.forEach(
        (name, entry) -> {
          if (!entry.isHere()) {
            entry.missingSince += away;
          } else if (!entries.containsKey(name)) {
            entry.missingSince = now;
          }
        });
    entries.forEach(this::put);
  }

  /** The store can't be reached any more. */
  void lose(long now) {
    if (reachable) {
      reachable = false;
      lostAt = now;
    }
  }

  void put(String name, String value) {
    if (!layout.concerns(name)) {
      return;
    }
    Known before = known.get(name);
    if (before != null && before.value.equals(value)) {
      before.missingSince = HERE;
      malformed.remove(name);
      return;
    }
    try {
      Optional<Instance> instance = read(name, value);
      if (instance.isEmpty()) {
        forget(name);
      } else if (fits(before, weight(name, value, instance.get()))) {
        take(name, value, instance.get(), before);
      } else {
        throw new IllegalArgumentException(
            "it takes %d bytes and those before it %d, expected at most %d together"
                .formatted(weight(name, value, instance.get()), weight, room));
      }
      malformed.remove(name);
    } catch (IllegalArgumentException e) {
      skip(name, e.getMessage(), before);
    }
  }

  private Optional<Instance> read(String name, String value) {
    if (name.length() > EntryBounds.LONGEST_NAME || value.length() > EntryBounds.LARGEST_ENTRY) {
      throw new IllegalArgumentException(
          "it's larger than " + EntryBounds.LARGEST_ENTRY + " bytes, or its name is too long");
    }
    return layout.read(name, value);
  }

  private static long weight(String name, String value, Instance instance) {
    return EntryBounds.weight(instance, name.length() + value.length());
  }

  private boolean fits(Known before, long needed) {
    return weight - (before == null ? 0 : before.weight) + needed <= room;
  }

  private void take(String name, String value, Instance instance, Known before) {
    Known taken = before == null ? new Known() : before;
    long needed = weight(name, value, instance);
    weight += needed - taken.weight;
    taken.instance = instance;
    taken.value = value;
    taken.weight = needed;
    taken.missingSince = HERE;
    known.put(name, taken);
  }

  private void forget(String name) {
    Known gone = known.remove(name);
    weight -= gone == null ? 0 : gone.weight;
  }

  private void skip(String name, String reason, Known before) {
    malformed.put(name, reason);
    if (before != null) {
      before.missingSince = HERE;
    }
  }

  void delete(String name, long now) {
    malformed.remove(name);
    Known gone = known.get(name);
    if (gone != null && gone.isHere()) {
      gone.missingSince = now;
    }
  }

  /**
   * Lets those go who are missing for too long.
   *
   * @return milliseconds until somebody else may have to go; {@link Long#MAX_VALUE} if nobody has
   */
  long settle(long now) {
    if (!reachable) {
      return Long.MAX_VALUE;
    }
    boolean nobody = known.values().stream().noneMatch(Known::isHere);
    if (deserted && !nobody) { // as if the others had been missed only now
      known.values().stream().filter(entry -> !entry.isHere()).forEach(e -> e.missingSince = now);
    }
    deserted = nobody;
    long patience = nobody ? emptyHold : hold;
    known.values().removeIf(entry -> hasGone(entry, now - patience));
    return known.values().stream()
        .filter(entry -> !entry.isHere())
        .mapToLong(entry -> entry.missingSince + patience - now)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private boolean hasGone(Known entry, long latest) {
    boolean gone = !entry.isHere() && entry.missingSince <= latest;
    weight -= gone ? entry.weight : 0;
    return gone;
  }

  List<Instance> instances() {
    return layout.join(known.values().stream().map(entry -> entry.instance).toList());
  }

  /** Whether the store has nobody, and those who are listed are those of before. */
  boolean isDeserted() {
    return deserted && !known.isEmpty();
  }

  /** How many are counted as there though the store doesn't have them. */
  int held() {
    return (int) known.values().stream().filter(entry -> !entry.isHere()).count();
  }

  /** What can't be understood, or not be taken. */
  SkippedEntries malformed() {
    return malformed;
  }
}
