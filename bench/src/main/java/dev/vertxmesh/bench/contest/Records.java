package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.lang.reflect.RecordComponent;

/** Records of plain values as JSON, field by field in their order. */
public final class Records {
  private Records() {}

  public static JsonObject json(Record values) {
    JsonObject json = new JsonObject();
    try {
      for (RecordComponent component : values.getClass().getRecordComponents()) {
        json.put(component.getName(), component.getAccessor().invoke(values));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return json;
  }
}
