package dev.vertxmesh.limits;

import java.util.Arrays;

/**
 * What tells counters of a rule apart. Asked of each call, so that one object can be filled again
 * and again; as a key of a map it's never filled anew.
 */
final class CounterKey {

  /** Longer names have no counter of their own. */
  static final int LONGEST = 256;

  /** Of a counter with its key, its two buckets and its places in the table, without texts. */
  private static final int OBJECTS = 320;

  private final String[] parts;
  private int hash;

  /**
   * @param size how many names it has
   */
  CounterKey(int size) {
    this.parts = new String[size];
  }

  private CounterKey(CounterKey other) {
    this.parts = other.parts.clone();
    this.hash = other.hash;
  }

  /** Says one of the names; the last one last. */
  void part(int index, String name) {
    parts[index] = name;
    hash = index == 0 ? name.hashCode() : 31 * hash + name.hashCode();
  }

  CounterKey copy() {
    return new CounterKey(this);
  }

  boolean isTooLong() {
    for (String part : parts) {
      if (part.length() > LONGEST) {
        return true;
      }
    }
    return false;
  }

  /** What keeping it costs, in bytes, with its counter. */
  int weight() {
    int chars = 0;
    for (String part : parts) {
      chars += part.length() + 32;
    }
    return OBJECTS + 2 * chars;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CounterKey that
        && hash == that.hash
        && Arrays.equals(parts, that.parts);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return String.join(" ", parts);
  }
}
