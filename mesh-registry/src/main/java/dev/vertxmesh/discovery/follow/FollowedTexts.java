package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.etcd.SkippedEntries;
import dev.vertxmesh.discovery.follow.entry.Room;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Texts that stand in a registry by single names, each watched for as long as it's wanted. One that
 * can't be understood is skipped, and what it said last counts until it can be, or is gone. That
 * it's gone is believed when the registry is well. On the worker, but for {@link #get}.
 *
 * @param <K> what a text is found by; its words are for a person to read
 * @param <V> what it says
 */
final class FollowedTexts<K, V> {

  private static final Logger LOG = System.getLogger(FollowedTexts.class.getName());

  /** How many are watched. */
  static final int MOST = 20_000;

  /** How long a caller waits for one that the registry doesn't tell. */
  static final long PATIENCE_MILLIS = 1_000;

  /** What to do with the texts. */
  interface Kind<K, V> {

    FollowedStore.Watch watch(K key, FollowedStore.Listener listener);

    /**
     * @throws IllegalArgumentException why it can't be understood
     */
    V read(K key, String text);

    /** Bytes of heap that it takes. */
    long weight(V value);
  }

  private static final class Entry<V> {
    FollowedStore.Watch watch;
    boolean isTold;
    boolean isGone;
    int length = -1;
    int hash;
    V value;
    long weight;
  }

  private final Kind<K, V> kind;
  private final RegistryThread worker;
  private final Room room;
  private final BooleanSupplier isBelieved;
  private final Runnable onChange;
  private final Map<K, Entry<V>> entries = new HashMap<>();
  private final Map<K, V> values = new ConcurrentHashMap<>();
  private final SkippedEntries skipped = new SkippedEntries();
  private volatile Map<String, String> told = Map.of();
  private Set<K> wanted = Set.of();

  /**
   * @param bytes of heap that all may take
   * @param isBelieved whether what is missing has gone
   * @param onChange run whenever something is known that wasn't
   */
  FollowedTexts(
      Kind<K, V> kind,
      RegistryThread worker,
      long bytes,
      BooleanSupplier isBelieved,
      Runnable onChange) {
    this.kind = kind;
    this.worker = worker;
    this.room = new Room(bytes);
    this.isBelieved = isBelieved;
    this.onChange = onChange;
  }

  /** From now on these, which don't change any more, are watched, and no others. */
  void want(Set<K> keys) {
    if (keys != wanted) {
      wanted = keys;
      change(keys);
    }
    entries.forEach(
        (key, entry) -> {
          if (entry.isGone && isBelieved.getAsBoolean()) {
            drop(key, entry);
          }
        });
  }

  private void change(Set<K> keys) {
    for (K key : List.copyOf(entries.keySet())) {
      if (!keys.contains(key)) {
        forget(key, entries.remove(key));
      }
    }
    for (K key : keys) {
      if (!entries.containsKey(key) && entries.size() < MOST) {
        begin(key);
      }
    }
  }

  private void begin(K key) {
    Entry<V> entry = new Entry<>();
    entries.put(key, entry);
    entry.watch = kind.watch(key, listener(key, entry));
    worker.after(PATIENCE_MILLIS, () -> onTold(entry));
  }

  private FollowedStore.Listener listener(K key, Entry<V> entry) {
    return new FollowedStore.Listener() {
      @Override
      public void onEntries(Map<String, String> all) {
        worker.execute(
            () -> {
              if (entries.get(key) == entry) {
                onText(key, entry, all.values());
              }
            });
      }

      @Override
      public void onRefusal(Throwable cause) {
        worker.execute(
            () -> {
              if (entries.get(key) == entry) {
                skip(key, String.valueOf(cause.getMessage()));
                onTold(entry);
              }
            });
      }
    };
  }

  private void onTold(Entry<V> entry) {
    if (!entry.isTold) {
      entry.isTold = true;
      onChange.run();
    }
  }

  private void onText(K key, Entry<V> entry, Collection<String> texts) {
    entry.isGone = texts.isEmpty();
    if (entry.isGone && isBelieved.getAsBoolean()) {
      drop(key, entry);
    }
    texts.stream().findFirst().ifPresent(text -> take(key, entry, text));
    entry.isTold = true;
    onChange.run();
  }

  private void take(K key, Entry<V> entry, String text) {
    if (entry.length == text.length() && entry.hash == text.hashCode()) {
      takeBack(key);
      return; // as it's told anew after each loss of the connection
    }
    entry.length = text.length();
    entry.hash = text.hashCode();
    try {
      V value = kind.read(key, text);
      long weight = kind.weight(value);
      room.take(
          weight - entry.weight); // if there's none, what it said before stays, and its weight
      entry.weight = weight;
      entry.value = value;
      values.put(key, value);
      takeBack(key);
    } catch (IllegalArgumentException e) {
      entry.length = -1; // if it's told anew, there may be room for it
      skip(key, e.getMessage());
    } catch (RuntimeException e) { // whatever it is, the others are read
      skip(key, "can't be read: " + e);
    }
  }

  private void skip(K key, String why) {
    skipped.put(key.toString(), why);
    skipped.report(LOG);
    told = skipped.some();
  }

  /** It isn't skipped any more. */
  private void takeBack(K key) {
    if (skipped.size() > 0) {
      skipped.remove(key.toString());
      told = skipped.some();
    }
  }

  private void drop(K key, Entry<V> entry) {
    entry.isGone = false;
    entry.length = -1;
    entry.value = null;
    room.give(entry.weight);
    entry.weight = 0;
    values.remove(key);
    takeBack(key);
  }

  private void forget(K key, Entry<V> entry) {
    entry.watch.end();
    drop(key, entry);
  }

  /** Whether nobody needs to wait for any of them; those that aren't wanted nobody waits for. */
  boolean areTold(Collection<K> keys) {
    return keys.stream().allMatch(key -> !entries.containsKey(key) || entries.get(key).isTold);
  }

  /** What one says; null if nothing. On any thread. */
  V get(K key) {
    return values.get(key);
  }

  /** All that say something. */
  Map<K, V> values() {
    return Map.copyOf(values);
  }

  /** Whether some count though they may be gone, and so {@link #want} has to be run later. */
  boolean areHeld() {
    return entries.values().stream().anyMatch(entry -> entry.isGone);
  }

  /** Why some aren't understood, by their words. On any thread. */
  Map<String, String> skippedEntries() {
    return told;
  }

  /** How many aren't understood. */
  int skipped() {
    return skipped.size();
  }

  void end() {
    want(Set.of());
  }
}
