package dev.vertxmesh.bridge.dubbo.api;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;

/** Knows the methods of services. */
@FunctionalInterface
public interface Signatures {

  /** All overloads of a method; empty where it isn't known. */
  List<Signature> of(ServiceKey service, String method);
}
