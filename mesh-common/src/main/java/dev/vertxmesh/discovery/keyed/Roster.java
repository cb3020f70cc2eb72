package dev.vertxmesh.discovery.keyed;

import dev.vertxmesh.discovery.Instance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides from what a store of keys holds who is there. Knows no store and no clock: both are
 * handed in, times in milliseconds that only go forwards.
 *
 * <p>Who says goodbye is gone at once. Who is missing without one may be alive: a store that was
 * stopped for longer than leases last deletes everybody as soon as it goes on, and one that was
 * restarted without its data never knew anybody. So
 *
 * <ul>
 *   <li>whoever is missing stays for the {@code hold}, in which the living announce themselves
 *       anew;
 *   <li>if nobody at all is left, those who were there last stay for the {@code emptyHold}, since
 *       there is nobody else to send a call to; with the first who is announced the {@code hold}
 *       begins for the others;
 *   <li>no hold runs out while the store can't be reached.
 * </ul>
 *
 * <p>An entry that can't be understood is skipped and counted, and what was known under its name
 * before stays for as long as the entry does.
 */
final class Roster {

  private static final long HERE = Long.MAX_VALUE;

  private static final class Known {
    Instance instance;
    String value;
    long missingSince = HERE;

    Known(Instance instance, String value) {
      this.instance = instance;
      this.value = value;
    }

    boolean isHere() {
      return missingSince == HERE;
    }
  }

  private final Layout layout;
  private final long hold;
  private final long emptyHold;
  private final Map<String, Known> known = new HashMap<>();
  private final Map<String, String> malformed = new HashMap<>();
  private boolean reachable;
  private boolean deserted;
  private long lostAt;

  /**
   * @param hold milliseconds
   * @param emptyHold milliseconds
   */
  Roster(Layout layout, long hold, long emptyHold) {
    this.layout = layout;
    this.hold = hold;
    this.emptyHold = emptyHold;
  }

  /** Takes what was known before this process began; the next listing says who is missing. */
  void restore(List<Instance> instances) {
    instances.forEach(instance -> known.putIfAbsent(instance.id(), new Known(instance, "")));
  }

  /** Takes all that the store holds now. */
  void list(Map<String, String> entries, long now) {
    long away = reachable || lostAt == 0 ? 0 : now - lostAt;
    reachable = true;
    malformed.keySet().retainAll(entries.keySet());
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
      Optional<Instance> instance = layout.read(name, value);
      malformed.remove(name);
      if (instance.isEmpty()) {
        known.remove(name);
      } else {
        take(name, value, instance.get(), before);
      }
    } catch (IllegalArgumentException e) {
      skip(name, e.getMessage(), before);
    }
  }

  private void take(String name, String value, Instance instance, Known before) {
    if (before == null) {
      known.put(name, new Known(instance, value));
    } else {
      before.instance = instance;
      before.value = value;
      before.missingSince = HERE;
    }
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
    known.values().removeIf(entry -> !entry.isHere() && now - entry.missingSince >= patience);
    return known.values().stream()
        .filter(entry -> !entry.isHere())
        .mapToLong(entry -> entry.missingSince + patience - now)
        .min()
        .orElse(Long.MAX_VALUE);
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

  /** Why an entry is skipped, by name. */
  Map<String, String> malformed() {
    return Map.copyOf(malformed);
  }
}
