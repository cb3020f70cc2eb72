package dev.vertxmesh.limits;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The counters of a rule, one for each of those that it tells apart, as long as there's room: names
 * are what callers say they are, so that one who makes them up must not fill memory.
 *
 * <p>Where there's none for a new name, counters give way that are as if nobody had used them, so
 * that nothing is forgotten; then those that weren't used since they were last looked at (second
 * chance). Where all are in use, the new name has the counter that all such names share.
 */
final class CounterTable {

  /** So many are looked at for one new name. */
  private static final int LOOKS = 16;

  private record Place(CounterKey key, Counter counter) {}

  private final CounterRoom room;
  private final Function<CounterKey, Counter> maker;
  private final Map<CounterKey, Counter> counters = new ConcurrentHashMap<>();
  private final ArrayDeque<Place> places = new ArrayDeque<>();
  private final Counter shared;
  private long bytes;
  private boolean closed;

  /**
   * @param maker of a counter for a name; null for those that share one
   */
  CounterTable(CounterRoom room, Function<CounterKey, Counter> maker) {
    this.room = room;
    this.maker = maker;
    this.shared = maker.apply(null);
  }

  /** That of all whom the rule doesn't tell apart, or has no room for. */
  Counter shared() {
    return shared;
  }

  /** Nothing is made if it's there. */
  Counter of(CounterKey key, long now) {
    Counter found = counters.get(key);
    if (found != null) {
      return found;
    }
    return key.isTooLong() ? shared : make(key.copy(), now);
  }

  private synchronized Counter make(CounterKey key, long now) {
    Counter other = counters.get(key); // of another event loop
    if (other != null) {
      return other;
    }
    if (closed) { // somebody still asks by the file before: nothing of it is kept
      Counter once = maker.apply(key);
      once.leave();
      return once;
    }
    int weight = key.weight();
    if (isFull(weight) && !makeRoom(weight, now)) {
      return shared;
    }
    Counter made = maker.apply(key);
    counters.put(key, made);
    places.add(new Place(key, made));
    resize(weight);
    return made;
  }

  private boolean isFull(int weight) {
    return bytes + weight > room.mostOfOne() || !room.has(weight);
  }

  private boolean makeRoom(int weight, long now) {
    for (int i = 0; i < LOOKS && !places.isEmpty() && isFull(weight); i++) {
      Place oldest = places.poll();
      if (oldest.counter.isWhole(now) || !oldest.counter.wasUsed()) {
        counters.remove(oldest.key);
        oldest.counter.leave();
        resize(-oldest.key.weight());
      } else {
        places.add(oldest);
      }
    }
    return !isFull(weight);
  }

  private void resize(int by) {
    bytes += by;
    room.add(by);
  }

  /** Nobody asks it any more; calls in flight end as they would have. */
  synchronized void close() {
    closed = true;
    counters.values().forEach(Counter::leave);
    counters.clear();
    places.clear();
    room.add(-bytes);
    bytes = 0;
  }

  /** How many are kept, as another thread may see them. */
  int size() {
    return counters.size();
  }
}
