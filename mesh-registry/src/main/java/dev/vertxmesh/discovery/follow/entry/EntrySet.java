package dev.vertxmesh.discovery.follow.entry;

import dev.vertxmesh.discovery.etcd.SkippedEntries;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Decides from what stands under a name who is there. Knows no registry and no clock: both are
 * handed in, times in milliseconds that only go forwards.
 *
 * <p>An entry that can't be understood is skipped and counted; what was known under its name before
 * stays for as long as the entry does.
 */
public final class EntrySet<T> {

  /** What an entry says; empty if that nobody is there. */
  @FunctionalInterface
  public interface Reader<T> {

    /**
     * @throws IllegalArgumentException why it can't be understood
     */
    Optional<T> read(String name, String text);
  }

  /** How many entries are looked at. */
  public static final int MOST = 100_000;

  /**
   * An entry's objects without the characters of its name and its text, on a 64-bit JVM: as
   * measured by histograms of 10,000 at either level, in ZooKeeper.
   */
  private static final int BYTES_AN_ENTRY = 650;

  private static final long HERE = Long.MAX_VALUE;

  private static final class Known<T> {
    String text;
    Optional<T> value = Optional.empty();
    long weight;
    long missingSince = HERE;
  }

  private final Reader<T> reader;
  private final ToLongFunction<T> bytes;
  private final Room room;
  private final Map<String, Known<T>> known = new HashMap<>();
  private final SkippedEntries skipped;
  private boolean listed;
  private boolean isCut;
  private int held;
  private long version;

  public EntrySet(Reader<T> reader, Room room) {
    this(reader, value -> 0, room);
  }

  /**
   * @param bytes of heap that a value takes, which may be more than most do
   */
  public EntrySet(Reader<T> reader, ToLongFunction<T> bytes, Room room) {
    this.reader = reader;
    this.bytes = bytes;
    this.room = room;
    this.skipped = new SkippedEntries(room.reasons());
  }

  /** What was known before this process began, and may not be there any more. */
  public void restore(String name, T value, long now) {
    Known<T> restored = new Known<>();
    restored.text = "";
    restored.value = Optional.of(value);
    restored.missingSince = now;
    if (known.putIfAbsent(name, restored) == null) {
      held++;
      version++;
    }
  }

  /**
   * Takes all that stands there now.
   *
   * @param believed whether who is missing has gone; else that may turn out otherwise
   */
  public void list(Map<String, String> entries, boolean believed, long now) {
    listed = true;
    isCut = false;
    skipped.retain(entries.keySet());
    for (String name : List.copyOf(known.keySet())) {
      Known<T> entry = known.get(name);
      if (entries.containsKey(name)) {
        held -= entry.missingSince == HERE ? 0 : 1;
        entry.missingSince = HERE;
      } else if (believed) {
        forget(name);
      } else if (entry.missingSince == HERE) {
        entry.missingSince = now;
        held++;
      }
    }
    int count = 0;
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      if (++count > MOST) {
        skipped.put("the others", entries.size() + " entries, expected at most " + MOST);
        return;
      }
      put(entry.getKey(), entry.getValue());
    }
  }

  private void put(String name, String text) {
    Known<T> before = known.get(name);
    if (before != null && before.text.equals(text)) {
      return;
    }
    try {
      if (name.length() > EntryBounds.LONGEST_NAME || text.length() > EntryBounds.LARGEST_ENTRY) {
        throw new IllegalArgumentException(
            "it's larger than " + EntryBounds.LARGEST_ENTRY + " bytes, or its name is too long");
      }
      Optional<T> value = reader.read(name, text);
      long objects = Math.max(BYTES_AN_ENTRY, value.map(bytes::applyAsLong).orElse(0L));
      long weight = objects + EntryBounds.bytes(name) + EntryBounds.bytes(text);
      room.take(weight);
      forget(name);
      Known<T> taken = new Known<>();
      taken.text = text;
      taken.value = value;
      taken.weight = weight;
      known.put(name, taken);
      version++;
      skipped.remove(name);
    } catch (Room.Full e) {
      isCut = true;
      if (room.isNews()) {
        skipped.put(name, e.getMessage());
      } else {
        skipped.count(name, e.getMessage());
      }
    } catch (IllegalArgumentException e) {
      skipped.put(name, e.getMessage());
    }
  }

  private void forget(String name) {
    Known<T> gone = known.remove(name);
    if (gone != null) {
      held -= gone.missingSince == HERE ? 0 : 1;
      version++;
      room.give(gone.weight);
    }
  }

  /** The registry can be reached again: who is missing is missed from now on. */
  public void recover(long now) {
    for (Known<T> entry : known.values()) {
      if (entry.missingSince != HERE) {
        entry.missingSince = now;
      }
    }
  }

  /** Lets those go who are missing since then, or for longer. */
  public void settle(long latest) {
    if (held == 0) {
      return;
    }
    List<String> gone = new ArrayList<>();
    known.forEach(
        (name, entry) -> {
          if (entry.missingSince <= latest) {
            gone.add(name);
          }
        });
    gone.forEach(this::forget);
  }

  /** Nothing is known any more. */
  public void clear() {
    List.copyOf(known.keySet()).forEach(this::forget);
    skipped.clear();
  }

  public List<T> values() {
    List<T> values = new ArrayList<>(known.size());
    for (Known<T> entry : known.values()) {
      entry.value.ifPresent(values::add);
    }
    return values;
  }

  /** Another one, and larger, whenever there are other values. */
  public long version() {
    return version;
  }

  /** Whether the registry has said what stands there. */
  public boolean isListed() {
    return listed;
  }

  /** Whether there was no room for some of those that were listed last. */
  public boolean isCut() {
    return isCut;
  }

  /** How many stand there. */
  public int here() {
    return known.size() - held();
  }

  /** How many are counted as there though they don't stand there. */
  public int held() {
    return held;
  }

  public SkippedEntries skipped() {
    return skipped;
  }
}
