package dev.vertxmesh.frame;

import java.util.ArrayList;
import java.util.List;

/**
 * The receiver's half of the dictionary: what each number stands for, and how many bytes of names
 * that takes.
 *
 * @param <V> what the receiver makes of a DEFINE
 */
public final class Definitions<V> {

  private record Held<V>(V value, int bytes) {}

  private final List<Held<V>> values = new ArrayList<>();
  private final int capacity;
  private final long room;
  private long bytes;

  /**
   * @param capacity how many entries the HELLO told
   */
  public Definitions(int capacity) {
    this.capacity = capacity;
    this.room = Define.room(capacity);
  }

  /**
   * @param length bytes of its names
   * @throws FrameException for a number over what the HELLO allowed, or with a gap before it, and
   *     for names over what one or all of them may take
   */
  public void define(int index, int length, V value) {
    if (index < 0 || index >= capacity || index > values.size()) {
      throw new FrameException(
          LinkError.LIMIT,
          "dictionary entry %d, expected 0 to %d"
              .formatted(index, Math.min(capacity - 1, values.size())));
    }
    require("the names of dictionary entry " + index, length, Define.LONGEST);
    long after = bytes + length - (index < values.size() ? values.get(index).bytes : 0);
    require("the names of the dictionary", after, room);
    bytes = after;
    Held<V> held = new Held<>(value, length);
    if (index == values.size()) {
      values.add(held);
    } else {
      values.set(index, held);
    }
  }

  private static void require(String what, long given, long most) {
    if (given > most) {
      throw new FrameException(
          LinkError.LIMIT, "%s take %d bytes, expected at most %d".formatted(what, given, most));
    }
  }

  /**
   * @throws FrameException for a number that was never defined
   */
  public V get(int index) {
    if (index < 0 || index >= values.size()) {
      throw new FrameException(
          LinkError.PROTOCOL, "dictionary entry %d was never defined".formatted(index));
    }
    return values.get(index).value;
  }

  /** How many numbers stand for something. */
  public int size() {
    return values.size();
  }

  /** Bytes of all names together. */
  public long bytes() {
    return bytes;
  }
}
