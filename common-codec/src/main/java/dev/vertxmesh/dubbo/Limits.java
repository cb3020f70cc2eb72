package dev.vertxmesh.dubbo;

import dev.vertxmesh.memory.OverBudgetException;
import dev.vertxmesh.memory.Weighing;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;

/** How deep the values of one body may be nested, and what they weigh, counted as we go. */
final class Limits {

  static final int MAX_DEPTH = 512;

  /** What the characters of a body's strings take at most, for each of its bytes. */
  private static final int STRING_BYTES = 2;

  private final Weighing weighing = Weighing.current();
  private int depth;

  /** Values are going to be read from these bytes, to their end. */
  void begin(ByteBuf values) {
    weigh((long) STRING_BYTES * values.readableBytes());
  }

  /** Every value comes past here, those inside others too. */
  void enter() {
    if (++depth > MAX_DEPTH) {
      throw new OverLimitException("values are nested more than " + MAX_DEPTH + " deep");
    }
    weigh(Weighing.VALUE + Weighing.ELEMENT);
  }

  /**
   * @param value that has been read, and all that's in it
   */
  void leave(Object value) {
    depth--;
    if (value instanceof String) {
      weigh(Weighing.STRING);
    } else if (value instanceof List) {
      weigh(Weighing.LIST);
    } else if (value instanceof Map<?, ?> map) {
      weigh(Weighing.MAP + (long) Weighing.ENTRY * map.size());
    } else if (value instanceof WireObject) {
      weigh(Weighing.MAP); // its fields' arrays are no longer than the fields were
    }
  }

  private void weigh(long bytes) {
    try {
      weighing.add(bytes);
    } catch (OverBudgetException e) {
      throw new OverLimitException(e.getMessage());
    }
  }
}
