package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.api.Signatures;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.ServiceKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a definition says of one service. Immutable: every event loop asks the same one. */
public final class DefinedTypes implements ServiceTypes, Signatures {

  /** Objects on a 64-bit JVM, without their characters. */
  private static final int BYTES_A_NAME = 120;

  private final Map<String, List<Method>> methods;
  private final ApiClasses classes;
  private final long weight;

  /**
   * A method.
   *
   * @param erased its parameters' types, as a provider tells them itself
   * @param open fields in them of which nothing is known but the names
   */
  record Method(List<String> erased, Signature signature, Set<String> open) {}

  DefinedTypes(Map<String, List<Method>> methods, Collection<ApiClass> classes) {
    this.methods = methods;
    this.classes = ApiClasses.of(classes);
    this.weight = weight(methods) + classes.stream().mapToLong(DefinedTypes::weight).sum();
  }

  private static long weight(Map<String, List<Method>> methods) {
    long weight = 0;
    for (Map.Entry<String, List<Method>> one : methods.entrySet()) {
      weight += name(one.getKey());
      for (Method method : one.getValue()) {
        weight += BYTES_A_NAME + 2L * method.signature.descriptor().length();
        weight += method.open.stream().mapToLong(DefinedTypes::name).sum();
        weight += method.erased.stream().mapToLong(DefinedTypes::name).sum();
        weight += method.signature.types().stream().mapToLong(DefinedTypes::weight).sum();
      }
    }
    return weight;
  }

  private static long weight(ApiClass type) {
    return 2 * name(type.name())
        + type.constants().stream().mapToLong(DefinedTypes::name).sum()
        + type.fields().stream().mapToLong(one -> name(one.name()) + weight(one.type())).sum();
  }

  private static long weight(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return BYTES_A_NAME + weight(array.element());
    } else if (type instanceof JavaType.Named named) {
      return name(named.name()) + named.arguments().stream().mapToLong(DefinedTypes::weight).sum();
    }
    return BYTES_A_NAME;
  }

  private static long name(String name) {
    return BYTES_A_NAME + 2L * name.length();
  }

  @Override
  public long weight() {
    return weight;
  }

  ApiClasses classes() {
    return classes;
  }

  boolean has(String method) {
    return methods.containsKey(method);
  }

  /** Fields that the method may be given and of which nothing is known but the names. */
  Set<String> open(String method) {
    List<Method> all = methods.getOrDefault(method, List.of());
    if (all.size() == 1) { // as nearly all are: nothing is made for each call
      return all.get(0).open;
    }
    Set<String> open = new HashSet<>();
    all.forEach(one -> open.addAll(one.open));
    return open;
  }

  /**
   * Whether a provider's own words about a method are the same; also if it says nothing. Else the
   * definition is another release's.
   */
  boolean agrees(String method, List<MethodSignature> told) {
    Set<List<String>> own = new HashSet<>();
    methods.getOrDefault(method, List.of()).forEach(one -> own.add(one.erased));
    Set<List<String>> others = new HashSet<>();
    told.forEach(one -> others.add(one.parameterTypes()));
    return others.isEmpty() || others.equals(own);
  }

  @Override
  public List<Signature> of(ServiceKey service, String method) {
    return methods.getOrDefault(method, List.of()).stream().map(Method::signature).toList();
  }

  @Override
  public Set<String> names(ServiceKey service) {
    return methods.keySet();
  }
}
