package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.access.outside.SteeringNames;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a call gives the provider besides its arguments. Whether its caller may say that, a layer
 * above has decided.
 */
final class DubboAttachments {

  private DubboAttachments() {}

  /**
   * A call's own.
   *
   * @throws BadArgument if one would send it elsewhere than its target says
   */
  static Map<String, ?> of(Call call) {
    if (call.attachments().isEmpty()) {
      return Map.of();
    }
    boolean allText = true;
    for (String given : call.attachments().keySet()) {
      boolean isJson = given.startsWith(Call.JSON_ATTACHMENT);
      allText &= !isJson;
      String name = isJson ? given.substring(Call.JSON_ATTACHMENT.length()) : given;
      if (SteeringNames.isOfTheTarget(name.toLowerCase(Locale.ROOT))) {
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
