package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;

/** Calls that are refused where the provider might make something else of them. */
final class StrictMode {

  private StrictMode() {}

  /**
   * That the agent itself makes each argument, of all that the call says.
   *
   * @throws BadArgument if not
   */
  static void check(Call call, Descriptor descriptor) {
    GenericMode wanted = call.options().generic();
    if (wanted != GenericMode.AUTO && wanted != GenericMode.NONE) {
      throw new BadArgument(
          "strict: in generic mode %s the provider makes the arguments".formatted(wanted));
    } else if (descriptor == null) {
      throw new BadArgument(
          "strict: the types of the arguments aren't known; send them, or " + BadArgument.GIVE_API);
    }
    for (int i = 0; i < descriptor.parameters().size(); i++) {
      Parameter parameter = descriptor.parameters().get(i);
      if (!parameter.isExact()) {
        throw new BadArgument(
            "argument %d: strict: only the provider knows what a %s is; give this agent a jar that has it (--api JAR)"
                .formatted(i, parameter.javaType()));
      }
    }
    if (call.encoding() == Encoding.TEXT) {
      TextArgument.checkNames(descriptor, call.payload());
    } else {
      DuplicateNames.check(call.payload());
    }
  }
}
