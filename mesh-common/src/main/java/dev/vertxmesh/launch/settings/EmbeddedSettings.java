package dev.vertxmesh.launch.settings;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a program tells the agent inside it. */
final class EmbeddedSettings {

  private static final String PLACE = "settings";

  /** The program has Vert.x and a log already, and no other place for settings. */
  private static final Set<String> THE_PROGRAMS = Set.of("config", "log-level", "transport");

  private EmbeddedSettings() {}

  static List<Setting> read(JsonObject json) {
    List<Setting> settings = new ArrayList<>();
    for (String name : json.fieldNames()) {
      if (THE_PROGRAMS.contains(name)) {
        throw UsageError.wrong(name, PLACE, "is the program's own, and not the agent's inside it");
      }
      List<String> values = new ArrayList<>();
      if (json.getValue(name) instanceof JsonArray items) {
        items.forEach(item -> values.add(scalar(name, item)));
      } else {
        values.add(scalar(name, json.getValue(name)));
      }
      settings.add(new Setting(name, name, PLACE, values));
    }
    return settings;
  }

  private static String scalar(String name, Object value) {
    if (value == null || value instanceof JsonObject || value instanceof JsonArray) {
      throw UsageError.wrong(name, PLACE, "expected a value or a list of values");
    }
    return value.toString();
  }
}
