package dev.vertxmesh.frame;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The sender's half of the dictionary: which number stands for what. When all numbers are taken the
 * one that wasn't used for longest is given anew, so that memory is bounded on both sides whatever
 * callers ask for; and before the names take more than {@link Define#room} those that weren't used
 * for longest are forgotten, by {@link #inTheWay} and {@link #forget}.
 *
 * @param <K> what a number stands for
 */
public final class Dictionary<K> {

  private record Given(int number, int bytes) {}

  private final LinkedHashMap<K, Given> numbers = new LinkedHashMap<>(64, 0.75f, true);

  /** Numbers that were given and stand for nothing now. */
  private final ArrayDeque<Integer> free = new ArrayDeque<>(0);

  private final int capacity;
  private final long room;
  private long bytes;

  /**
   * @param capacity how many entries the receiver remembers, from 1
   */
  public Dictionary(int capacity) {
    this.capacity = Math.max(1, capacity);
    this.room = Define.room(this.capacity);
  }

  /** The number that stands for the key, or -1 when the receiver has to be told with a DEFINE. */
  public int find(K key) {
    Given given = numbers.get(key);
    return given == null ? -1 : given.number;
  }

  /**
   * The number whose names the receiver has to forget, by {@link Define#nothing}, before it has
   * room for so many bytes of names; {@link #forget} then. -1 when there's room, or is once one is
   * replaced.
   */
  public int inTheWay(int length) {
    return fits(length) || bytes - eldest().bytes + length <= room ? -1 : eldest().number;
  }

  /** Takes out what {@link #inTheWay} said, which the receiver has been told. */
  public void forget() {
    free.push(takeEldest());
  }

  /** The number that {@link #add} will take. */
  public int next(int length) {
    return fits(length) ? unused() : eldest().number;
  }

  /** Takes a number for a key that has none, which the receiver has been told. */
  public int add(K key, int length) {
    int number;
    if (fits(length)) {
      number = unused();
      free.poll();
    } else {
      number = takeEldest();
    }
    numbers.put(key, new Given(number, length));
    bytes += length;
    return number;
  }

  private boolean fits(int length) {
    return numbers.size() < capacity && bytes + length <= room;
  }

  private int unused() {
    return free.isEmpty() ? numbers.size() : free.peek();
  }

  private Given eldest() {
    return numbers.values().iterator().next();
  }

  private int takeEldest() {
    Iterator<Given> eldest = numbers.values().iterator();
    Given taken = eldest.next();
    eldest.remove();
    bytes -= taken.bytes;
    return taken.number;
  }
}
