package dev.vertxmesh.frame;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sender's half of the dictionary: which number stands for what. When all numbers are taken the
 * one that wasn't used for longest is given anew, so that memory is bounded on both sides whatever
 * callers ask for.
 *
 * @param <K> what a number stands for
 */
public final class Dictionary<K> {

  private final LinkedHashMap<K, Integer> numbers = new LinkedHashMap<>(64, 0.75f, true);
  private final int capacity;

  /**
   * @param capacity how many entries the receiver remembers, from 1
   */
  public Dictionary(int capacity) {
    this.capacity = Math.max(1, capacity);
  }

  /** The number that stands for the key, or -1 when the receiver has to be told with a DEFINE. */
  public int find(K key) {
    Integer number = numbers.get(key);
    return number == null ? -1 : number;
  }

  /** The number that {@link #add} will take. */
  public int next() {
    return numbers.size() < capacity ? numbers.size() : numbers.values().iterator().next();
  }

  /** Takes a number for a key that has none, which the receiver has been told. */
  public int add(K key) {
    int number = numbers.size() < capacity ? numbers.size() : forgetEldest();
    numbers.put(key, number);
    return number;
  }

  private int forgetEldest() {
    Map.Entry<K, Integer> eldest = numbers.entrySet().iterator().next();
    numbers.remove(eldest.getKey());
    return eldest.getValue();
  }
}
