package dev.vertxmesh.provider;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.discovery.Tag;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/** {@code /tags}: all of them, such as {@code {"zone": "a"}}. */
record TagsSetting(SelfRegistration selfRegistration) implements Adjustable {

  @Override
  public String path() {
    return "/tags";
  }

  @Override
  public JsonObject value() {
    return json(selfRegistration.tags());
  }

  static JsonObject json(Map<String, String> tags) {
    JsonObject json = new JsonObject();
    new TreeMap<>(tags).forEach(json::put);
    return json;
  }

  @Override
  public Future<Void> put(JsonObject value) {
    Map<String, String> tags = new TreeMap<>();
    for (String name : value.fieldNames()) {
      if (!(value.getValue(name) instanceof String text)) {
        throw new IllegalArgumentException(
            "'%s' is %s, expected text".formatted(name, value.getValue(name)));
      }
      tags.put(name, text);
    }
    return selfRegistration.tag(Tag.check(tags));
  }
}
