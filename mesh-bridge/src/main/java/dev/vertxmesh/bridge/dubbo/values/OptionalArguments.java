package dev.vertxmesh.bridge.dubbo.values;

import java.util.List;

/**
 * Arguments for parameters of the type Optional, which isn't Serializable and has no setters: only
 * the hessian2 of Dubbo 2.6 makes one, because it doesn't ask, and only of what a Java caller would
 * send.
 */
public final class OptionalArguments {

  private static final String OPTIONAL = "java.util.Optional";

  private OptionalArguments() {}

  static boolean isOne(Parameter parameter) {
    return parameter.javaType().equals(OPTIONAL);
  }

  public static boolean areIn(Descriptor descriptor) {
    for (Parameter parameter : descriptor.parameters()) { // of each call, so without a stream
      if (isOne(parameter)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Of a call in hessian2.
   *
   * @param isOld whether the provider is older than Dubbo 2.7
   * @throws BadArgument if one doesn't get through
   */
  public static void check(Descriptor descriptor, boolean isOld) {
    List<Parameter> parameters = descriptor.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (isOne(parameters.get(i)) && (!isOld || parameters.get(i).reader() == null)) {
        throw refused(i, "hessian2");
      }
    }
  }

  static BadArgument refused(int index, String serialization) {
    return BadArgument.at(
        index,
        "the provider's %s makes no Optional; hessian2 does with Dubbo 2.6 only, and with --api"
            .formatted(serialization));
  }
}
