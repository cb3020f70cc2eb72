package dev.vertxmesh.dubbo.jsonb;

import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** The texts of a value in JSONB, where each may be the name of a class. */
public final class JsonbTexts {

  /** What is still to be looked at; a value may be in itself. */
  private final Deque<Object> left = new ArrayDeque<>();

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private JsonbTexts() {}

  /**
   * Reads a value, all of the buffer.
   *
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if one of its texts is the name of
   *     a class that is denied
   * @throws dev.vertxmesh.dubbo.wire.DubboCodecException if it isn't JSONB
   */
  public static void check(ByteBuf value) {
    JsonbTexts texts = new JsonbTexts();
    texts.add(JsonbReader.read(value, new Limits()));
    while (!texts.left.isEmpty()) {
      texts.addParts(texts.left.pop());
    }
  }

  private void addParts(Object value) {
    if (value instanceof Collection<?> list) {
      list.forEach(this::add);
    } else if (value instanceof Map<?, ?> map) {
      map.keySet().forEach(this::add);
      map.values().forEach(this::add);
    } else if (value instanceof WireObject object) {
      for (int i = 0; i < object.size(); i++) {
        add(object.value(i));
      }
    }
  }

  private void add(Object value) {
    if (value instanceof String text) {
      DeniedClasses.checkText(text);
    } else if (value != null && seen.add(value)) {
      left.push(value);
    }
  }
}
