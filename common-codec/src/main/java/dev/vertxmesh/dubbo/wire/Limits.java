package dev.vertxmesh.dubbo.wire;

import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;

/** How deep the values of one body may be nested, and what they weigh, counted as we go. */
public final class Limits {

  public static final int MAX_DEPTH = 512;

  /** What the characters of a body's strings take at most, for each of its bytes. */
  private static final int STRING_BYTES = 2;

  private final ConversionBudget weighing = ConversionBudget.current();
  private int depth;

  /** Values are going to be read from these bytes, to their end. */
  public void begin(ByteBuf values) {
    weigh((long) STRING_BYTES * values.readableBytes());
  }

  /** Every value comes past here, those inside others too. */
  public void enter() {
    if (++depth > MAX_DEPTH) {
      throw new OverLimitException("values are nested more than " + MAX_DEPTH + " deep");
    }
    weigh(ConversionBudget.VALUE + ConversionBudget.ELEMENT);
  }

  /**
   * @param value that has been read, and all that's in it
   */
  public void leave(Object value) {
    depth--;
    if (value instanceof String) {
      weigh(ConversionBudget.STRING);
    } else if (value instanceof List) {
      weigh(ConversionBudget.LIST);
    } else if (value instanceof Map<?, ?> map) {
      weigh(ConversionBudget.MAP + (long) ConversionBudget.ENTRY * map.size());
    } else if (value instanceof WireObject) {
      weigh(ConversionBudget.MAP); // its fields' arrays are no longer than the fields were
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
