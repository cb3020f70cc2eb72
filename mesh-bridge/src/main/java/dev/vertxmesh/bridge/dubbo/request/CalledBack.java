package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.call.Target;
import java.util.List;
import java.util.Map;

/**
 * Arguments that a method calls back. Dubbo makes something of whatever is given in the place of
 * one, and what it calls then goes nowhere, so that the call would seem to succeed.
 */
record CalledBack(ApiClasses api, MergedSignatures signatures) {

  /**
   * @param descriptor null where the types aren't known
   * @param values of the arguments, as a generic call has them
   * @throws BadArgument naming the one that is given in the place of what is called back
   */
  void check(Target target, Descriptor descriptor, Object[] values) {
    for (int i = 0; i < values.length; i++) {
      String type = descriptor == null ? "" : descriptor.parameters().get(i).javaType();
      boolean isConfigured = values[i] != null && signatures.isCalledBack(target, i);
      if (isConfigured || isEmptyHanded(values[i]) && isCalled(api.get(type))) {
        throw BadArgument.at(
            i,
            "the provider calls back what is given here%s, and nobody can be called back over HTTP:"
                    .formatted(type.isEmpty() ? "" : " (" + type + ")")
                + " give null if the method takes it, ask again by a method that returns what you"
                + " wait for, or call the provider from a Dubbo consumer without the mesh");
      }
    }
  }

  /**
   * The same of arguments that a Dubbo consumer has written, and nobody reads. One that knows what
   * is called back doesn't get so far; of others the provider can't read what they have written. As
   * Dubbo tells it of a method's name, another of that name may have no such argument.
   *
   * @throws BadArgument if the method calls back one of them
   */
  void checkUnread(Target target) {
    List<String> told = signatures.calledBack(target);
    if (told.isEmpty()) {
      return; // as for nearly all calls, which make nothing here
    }
    String method = target.method() + ".";
    boolean isTold = told.stream().anyMatch(argument -> argument.startsWith(method));
    int arguments = isTold ? Descriptor.parse(target.descriptor()).parameters().size() : 0;
    for (int i = 0; i < arguments; i++) {
      if (told.contains(method + i)) {
        throw BadArgument.at(
            i,
            "the provider would call the consumer back, and no agent carries such calls: ask again"
                + " by a method that returns what it would tell, or call this provider without the"
                + " mesh");
      }
    }
  }

  /** Whether it's an object that doesn't say which class it is. */
  private static boolean isEmptyHanded(Object value) {
    return value instanceof Map<?, ?> map && !map.containsKey("class");
  }

  /** Whether it's an interface that has more than getters, for which an object would do. */
  private boolean isCalled(ApiClass type) {
    return type != null
        && type.kind() == ApiClass.Kind.ABSTRACT
        && type.superclass() == null
        && (type.methods().stream().anyMatch(method -> !isGetter(method))
            || type.interfaces().stream().anyMatch(parent -> isCalled(api.get(parent.name()))));
  }

  private static boolean isGetter(ApiClass.Method method) {
    return method.signature().descriptor().isEmpty()
        && (method.name().startsWith("get") || method.name().startsWith("is"));
  }
}
