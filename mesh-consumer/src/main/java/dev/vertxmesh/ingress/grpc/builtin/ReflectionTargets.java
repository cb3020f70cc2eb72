package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who may know about a symbol or a file: of which services to ask. */
final class ReflectionTargets {

  /** So many are asked at most, one after the other. */
  private static final int MOST = 8;

  private ReflectionTargets() {}

  /**
   * Of a service or one of its methods that service; of all else those who have known something
   * already, and then the ones whose names begin the most like it.
   */
  static Collection<ServiceKey> about(
      ServerReflectionRequest question, MeshView mesh, Collection<ServiceKey> knowing) {
    ServiceKey named = named(question, mesh);
    return named == null
        ? others(Reflection.name(question).replace('/', '.'), mesh, knowing)
        : List.of(named);
  }

  /** The service that a question is about, by its name or a method's; null if it's about no one. */
  static ServiceKey named(ServerReflectionRequest question, MeshView mesh) {
    if (!question.hasFileContainingSymbol()) {
      return null;
    }
    String name = Reflection.name(question);
    ServiceKey service = mesh.named(name);
    return service == null ? mesh.named(outer(name)) : service;
  }

  private static String outer(String symbol) {
    int dot = symbol.lastIndexOf('.');
    return dot < 0 ? "" : symbol.substring(0, dot);
  }

  private static Collection<ServiceKey> others(
      String name, MeshView mesh, Collection<ServiceKey> knowing) {
    Set<ServiceKey> asked = new LinkedHashSet<>(knowing);
    List<ServiceKey> others = new ArrayList<>(mesh.services());
    others.removeIf(service -> !mesh.isServing(service));
    others.sort(
        Comparator.comparingInt((ServiceKey service) -> -alike(service.interfaceName(), name))
            .thenComparing(ServiceKey::toString));
    asked.addAll(others);
    return asked.stream().limit(MOST).toList();
  }

  private static int alike(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int at = 0;
    while (at < most && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }
}
