package dev.vertxmesh.inflight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is in flight on a connection, by the numbers that its ends give out. These mostly count up:
 * in a table that puts neighbours beside one another, as Netty's do, each removal has to walk past
 * all that are in flight. Here they are scattered, by a seed of this process too: who chooses
 * numbers that are the same but for a few of their bits has them scattered as well. Belongs to one
 * event loop.
 *
 * @param <V> never null
 */
public final class InFlightMap<V> {

  private static final int FIRST = 8;

  /** At most half of the places are taken, so that one that is free is near. */
  private static final int SPARE = 2;

  private static final long OF_PROCESS = ThreadLocalRandom.current().nextLong();

  /**
   * 2^64 divided by the golden ratio: the highest bits of what is multiplied by it, to which all
   * other bits come, scatter neighbours (Knuth, 6.4).
   */
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private final long seed;
  private long[] ids;
  private Object[] values;

  /** What is left of 64 bits are those of a place. */
  private int shift;

  private int size;

  /** An empty one. */
  public InFlightMap() {
    this(OF_PROCESS);
  }

  InFlightMap(long seed) {
    this.seed = seed;
    clear();
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Replaces what has this number. */
  public void put(long id, V value) {
    int place = place(id);
    if (values[place] == null) {
      size++;
    }
    ids[place] = id;
    values[place] = value;
    if (size * SPARE > values.length) {
      grow();
    }
  }

  /** Null if there's none. */
  public V get(long id) {
    return valueAt(place(id));
  }

  public boolean contains(long id) {
    return values[place(id)] != null;
  }

  /** Takes it out; null if there's none. */
  public V remove(long id) {
    int place = place(id);
    V value = valueAt(place);
    if (value != null) {
      size--;
      close(place);
    }
    return value;
  }

  /** The numbers that there are now, in their order. */
  public long[] ids() {
    long[] present = new long[size];
    int found = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        present[found++] = ids[i];
      }
    }
    Arrays.sort(present);
    return present;
  }

  /** What there is now, in the order of the numbers; not changed by what comes later. */
  public List<V> all() {
    List<V> all = new ArrayList<>(size);
    for (long id : ids()) {
      all.add(get(id));
    }
    return all;
  }

  public void clear() {
    makePlaces(FIRST);
    size = 0;
  }

  private void makePlaces(int count) {
    ids = new long[count];
    values = new Object[count];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
  }

  @SuppressWarnings("unchecked")
  private V valueAt(int place) {
    return (V) values[place];
  }

  /** Where it is, or would be put. */
  private int place(long id) {
    int at = home(id);
    while (values[at] != null && ids[at] != id) {
      at = after(at);
    }
    return at;
  }

  /** The place where it is, unless others were there before it. */
  int home(long id) {
    return (int) ((id ^ seed) * SCATTER >>> shift);
  }

  private int after(int place) {
    return place + 1 & values.length - 1;
  }

  /** Moves up what stands behind a place only because that was taken. */
  private void close(int place) {
    int free = place;
    for (int at = after(place); values[at] != null; at = after(at)) {
      int mask = values.length - 1;
      if ((at - home(ids[at]) & mask) >= (at - free & mask)) {
        ids[free] = ids[at];
        values[free] = values[at];
        free = at;
      }
    }
    values[free] = null;
  }

  private void grow() {
    long[] oldIds = ids;
    Object[] old = values;
    makePlaces(old.length * 2);
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int place = place(oldIds[i]);
        ids[place] = oldIds[i];
        values[place] = old[i];
      }
    }
  }
}
