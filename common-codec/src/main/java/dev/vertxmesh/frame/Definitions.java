package dev.vertxmesh.frame;

import java.util.ArrayList;
import java.util.List;

/**
 * The receiver's half of the dictionary: what each number stands for.
 *
 * @param <V> what the receiver makes of a DEFINE
 */
public final class Definitions<V> {

  private final List<V> values = new ArrayList<>();
  private final int capacity;

  public Definitions(int capacity) {
    this.capacity = capacity;
  }

  /**
   * @throws FrameException for a number over what the HELLO allowed, or with a gap before it
   */
  public void define(int index, V value) {
    if (index < 0 || index >= capacity || index > values.size()) {
      throw new FrameException(
          LinkError.LIMIT,
          "dictionary entry %d, expected 0 to %d"
              .formatted(index, Math.min(capacity - 1, values.size())));
    }
    if (index == values.size()) {
      values.add(value);
    } else {
      values.set(index, value);
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
    return values.get(index);
  }
}
