package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.api.Signatures;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.Serialization;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the API's classes say of a method, and where they don't, what the provider itself tells, or
 * what was found out by asking.
 */
public final class MergedSignatures implements Signatures {

  /** A provider has seldom as many methods. */
  private static final int MOST_FOUND = 1_000;

  private final Signatures api;
  private final Supplier<Exports> exports;
  private final Function<ServiceKey, List<String>> registered;

  /** What was found out by asking; callers choose the names. */
  private final Map<Target, Signature> found =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Target, Signature> eldest) {
          return size() > MOST_FOUND;
        }
      };

  /** Of which the provider has answered a call on this connection. */
  private final Set<ServiceKey> served = new HashSet<>();

  /** Where no registry tells anything. */
  public MergedSignatures(Signatures api, Supplier<Exports> exports) {
    this(api, exports, service -> List.of());
  }

  /**
   * @param registered {@code METHOD.N} of what a service's methods call back, as a registry tells
   */
  public MergedSignatures(
      Signatures api, Supplier<Exports> exports, Function<ServiceKey, List<String>> registered) {
    this.api = api;
    this.exports = exports;
    this.registered = registered;
  }

  /** The same with others in the API's place. */
  MergedSignatures under(Signatures known) {
    return new MergedSignatures(known, exports, registered);
  }

  /** What the provider has told; another object whenever it tells something else. */
  Exports told() {
    return exports.get();
  }

  /** What the provider would rather be spoken to in; null if it doesn't tell. */
  Serialization preferred() {
    return SerializationPreference.of(exports.get());
  }

  /** The provider has answered a call of the service. */
  void onServed(ServiceKey service) {
    if (served.size() < MOST_FOUND) {
      served.add(service);
    }
  }

  /** Whether it has, on this connection. */
  boolean hasServed(ServiceKey service) {
    return served.contains(service);
  }

  /** Whether the provider has told that it exports the service. */
  boolean isExported(ServiceKey service) {
    return exports.get().get(service) != null;
  }

  @Override
  public List<Signature> of(ServiceKey service, String method) {
    List<Signature> known = api.of(service, method);
    if (!known.isEmpty()) {
      return known;
    }
    List<MethodSignature> told = exports.get().methods(service, method);
    if (!told.isEmpty()) {
      return told.stream().map(MergedSignatures::erased).toList();
    }
    Signature only = found.get(new Target(service, method, Target.UNKNOWN));
    return only == null ? List.of() : List.of(only);
  }

  /** From now on the service's only method of the name is known, where nobody else tells it. */
  void learn(ServiceKey service, MethodSignature method) {
    found.put(new Target(service, method.name(), Target.UNKNOWN), erased(method));
  }

  /**
   * Whether the provider or a registry has told that the method calls back what is given as an
   * argument.
   */
  boolean isCalledBack(Target target, int argument) {
    List<String> all = calledBack(target);
    return !all.isEmpty() && all.contains(target.method() + "." + argument);
  }

  /**
   * {@code METHOD.N} of what the service's methods call back, as the provider has told or else has
   * written where it registers: some of its releases say it there alone.
   */
  List<String> calledBack(Target target) {
    List<String> told = exports.get().calledBack(target.service());
    return told.isEmpty() ? registered.apply(target.service()) : told;
  }

  /** Forgets all that was learnt. */
  void forget() {
    found.clear();
    served.clear();
  }

  /** Whether it isn't known that the provider lacks the service. */
  boolean mayBeExported(ServiceKey service) {
    return exports.get().isEmpty() || isExported(service);
  }

  /** The names of all methods that are known of the service. */
  @Override
  public Set<String> names(ServiceKey service) {
    Set<String> names = new HashSet<>(api.names(service));
    found.keySet().stream()
        .filter(one -> one.service().equals(service))
        .forEach(one -> names.add(one.method()));
    Export export = exports.get().get(service);
    if (export != null) {
      export.methods().forEach(method -> names.add(method.name()));
      names.addAll(List.of(export.parameters().getOrDefault("methods", "").split(",")));
    }
    return names;
  }

  private static Signature erased(MethodSignature told) {
    return new Signature(Signature.descriptor(told.parameterTypes()), List.of(), null);
  }
}
