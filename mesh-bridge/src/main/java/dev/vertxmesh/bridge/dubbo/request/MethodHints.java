package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.ExactTypes;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.spelling.NearestNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a caller is told who names a method or a type that isn't there: what was asked for, and as
 * far as it's known, what there is.
 *
 * @param classes that the API has
 */
public record MethodHints(MergedSignatures signatures, Set<String> classes) {

  private static final Pattern NO_CLASS = Pattern.compile("no such class: ([\\w.$]+)");
  private static final String UNLISTED = "; this provider doesn't list its methods: ";
  private static final List<String> COLLECTIONS =
      List.of(
          "java.lang.Object",
          "java.util.Collection",
          "java.util.List",
          "java.util.Map",
          "java.util.Set");

  /** The same failure in better words, if it's about what isn't there. */
  public CallFailure of(CallFailure failure, Target target) {
    if (failure.status() != Status.NO_METHOD) {
      return failure;
    }
    Matcher noClass = NO_CLASS.matcher(failure.getMessage());
    String words = noClass.find() ? noClass(noClass.group(1), target) : noMethod(target);
    return new CallFailure(failure.status(), failure.where(), words);
  }

  private String noMethod(Target target) {
    ServiceKey service = target.service();
    String types = target.typesAreKnown() ? asJava(target.descriptor()) : "";
    return "no such method: %s has no %s%s%s"
        .formatted(service.interfaceName(), target.method(), types, there(target));
  }

  private String there(Target target) {
    List<String> sameName =
        signatures.of(target.service(), target.method()).stream()
            .map(signature -> target.method() + asJava(signature.descriptor()))
            .sorted()
            .toList();
    if (!sameName.isEmpty()) {
      String there = sameName.size() == 1 ? "; there is " : "; there are ";
      return there + String.join(", ", sameName);
    }
    Set<String> names = signatures.names(target.service());
    if (names.isEmpty()) {
      return UNLISTED
          + (target.typesAreKnown() ? "check the name and the types" : "check the name");
    }
    String meant = NearestNames.meant(target.method(), names);
    return meant == null ? "" : "; did you mean " + meant + "?";
  }

  private String noClass(String name, Target target) {
    Set<String> known = new LinkedHashSet<>(ExactTypes.names()); // those are compared first
    known.addAll(COLLECTIONS);
    known.addAll(classes);
    signatures
        .of(target.service(), target.method())
        .forEach(signature -> known.addAll(types(signature.descriptor())));
    known.remove(name);
    String meant = NearestNames.meant(name, known);
    int argument = target.typesAreKnown() ? types(target.descriptor()).indexOf(name) : -1;
    return "no such class: %s%s%s"
        .formatted(
            name,
            argument < 0 ? "" : ", the type of argument " + argument,
            meant == null ? "" : "; did you mean " + meant + "?");
  }

  private static String asJava(String descriptor) {
    return types(descriptor).stream().collect(Collectors.joining(", ", "(", ")"));
  }

  private static List<String> types(String descriptor) {
    try {
      return Descriptor.parse(descriptor).parameters().stream().map(p -> p.javaType()).toList();
    } catch (BadArgument e) { // the provider's own words, then
      return List.of(descriptor);
    }
  }
}
