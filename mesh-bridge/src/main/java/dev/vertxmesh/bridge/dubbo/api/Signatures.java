package dev.vertxmesh.bridge.dubbo.api;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import java.util.Set;

/** Knows the methods of services. */
@FunctionalInterface
public interface Signatures {

  /** All overloads of a method; empty where it isn't known. */
  List<Signature> of(ServiceKey service, String method);

  /** The names of all methods of a service that are known. */
  default Set<String> names(ServiceKey service) {
    return Set.of();
  }
}
