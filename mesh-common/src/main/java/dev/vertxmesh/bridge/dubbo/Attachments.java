package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.JsonArguments;
import dev.vertxmesh.call.Call;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a call gives the provider besides its arguments. */
final class Attachments {

  private static final Set<String> RESERVED =
      Set.of("path", "interface", "group", "version", "generic");

  private Attachments() {}

  /** A call's own attachments mustn't send it elsewhere than its target says. */
  static Map<String, ?> of(Call call) {
    boolean allText = true;
    for (String name : call.attachments().keySet()) {
      boolean isJson = name.startsWith(Call.JSON_ATTACHMENT);
      allText &= !isJson;
      if (RESERVED.contains(isJson ? name.substring(Call.JSON_ATTACHMENT.length()) : name)) {
        throw new BadArgument(
            "attachment %s: the mesh itself says this to the provider; the target decides it"
                .formatted(name));
      }
    }
    return allText ? call.attachments() : values(call.attachments());
  }

  private static Map<String, Object> values(Map<String, String> attachments) {
    Map<String, Object> values = new LinkedHashMap<>();
    attachments.forEach(
        (name, value) -> {
          if (name.startsWith(Call.JSON_ATTACHMENT)) {
            values.put(
                name.substring(Call.JSON_ATTACHMENT.length()),
                JsonArguments.value("attachment " + name, value));
          } else {
            values.put(name, value);
          }
        });
    return values;
  }
}
