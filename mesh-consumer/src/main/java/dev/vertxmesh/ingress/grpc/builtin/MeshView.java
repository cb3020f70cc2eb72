package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.ServiceKey;
import java.util.Collection;

/** What this agent knows of services, now. Asked on its event loop. */
public interface MeshView {

  /** Those that are registered. */
  Collection<ServiceKey> services();

  /** Whether it is registered, or has been since this agent started. */
  boolean hasKnown(ServiceKey service);

  /** Whether a call of it can be made: it's registered, and somebody can be reached. */
  boolean isServing(ServiceKey service);

  /** Whether this agent takes no new calls. */
  boolean isLeaving();

  /** The first of a name, of those without group and version if there is one; null if none is. */
  default ServiceKey named(String interfaceName) {
    ServiceKey found = null;
    for (ServiceKey service : services()) {
      if (service.interfaceName().equals(interfaceName)) {
        if (service.group().isEmpty() && service.version().isEmpty()) {
          return service;
        }
        found = service;
      }
    }
    return found;
  }
}
