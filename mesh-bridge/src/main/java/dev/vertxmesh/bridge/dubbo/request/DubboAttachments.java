package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a call gives the provider besides its arguments. */
public final class DubboAttachments {

  private final Set<String> allowed;

  /**
   * @param allowed in lower case, those of Dubbo's names that callers may set
   */
  public DubboAttachments(Set<String> allowed) {
    this.allowed = allowed;
  }

  /**
   * A call's own.
   *
   * @throws BadArgument if one would send it elsewhere than its target says, or steer Dubbo
   */
  Map<String, ?> of(Call call) {
    boolean allText = true;
    for (String given : call.attachments().keySet()) {
      boolean isJson = given.startsWith(Call.JSON_ATTACHMENT);
      allText &= !isJson;
      String name = isJson ? given.substring(Call.JSON_ATTACHMENT.length()) : given;
      check(name, call.record().allowed());
    }
    return allText ? call.attachments() : values(call.attachments());
  }

  /**
   * @param ofCaller what this one may set beside what all may
   */
  private void check(String name, Set<String> ofCaller) {
    if (AttachmentNames.isOfTheTarget(name)) {
      throw new BadArgument(
          "attachment %s: the mesh itself says this to the provider; the target decides it"
              .formatted(name));
    } else if (AttachmentNames.isOfDubbo(name)
        && !allowed.contains(name.toLowerCase(Locale.ROOT))
        && !ofCaller.contains(name.toLowerCase(Locale.ROOT))) {
      throw new BadArgument(
          "attachment %s: Dubbo itself goes by it; callers may set it where the agent has"
                  .formatted(name)
              + " --allow-attachment "
              + name);
    }
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
