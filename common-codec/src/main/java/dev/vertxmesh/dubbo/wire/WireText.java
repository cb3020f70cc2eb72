package dev.vertxmesh.dubbo.wire;

import java.util.List;
import java.util.Map;

/** A value of {@link ValueReader}'s as a text for people. */
public final class WireText {

  private WireText() {}

  /**
   * Of a list or a map only that it's one: it may contain itself, and what is in it many times may
   * be longer as a text than memory.
   */
  public static String of(Object value) {
    if (value instanceof List) {
      return "(a list)";
    }
    return value instanceof Map ? "(a map)" : String.valueOf(value);
  }
}
