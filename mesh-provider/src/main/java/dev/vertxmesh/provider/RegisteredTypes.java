package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registry;
import java.util.List;
import java.util.Map;

/**
 * The types that the provider has written to the registry, if it registers itself in the same one
 * as its agent. Nobody is followed for that: which application it is it tells itself. Thread-safe.
 */
final class RegisteredTypes {

  private static final String APPLICATION = "application";

  private final Registry registry;
  private final HostPort address;
  private List<ServiceKey> services = List.of();
  private volatile Instance provider;

  /**
   * @param address the provider's
   */
  RegisteredTypes(Registry registry, HostPort address) {
    this.registry = registry;
    this.address = address;
  }

  /**
   * It has told what it is.
   *
   * @param application empty if it didn't tell; then what it told before counts
   */
  synchronized void follow(String application, List<ServiceKey> all) {
    boolean isKnown = provider != null && application.equals(provider.tags().get(APPLICATION));
    if (application.isEmpty() || isKnown && all.equals(services)) {
      return;
    }
    services = List.copyOf(all);
    if (!isKnown) {
      provider = provider(application);
    }
    registry.followTypes(application, services);
  }

  private Instance provider(String application) {
    return new Instance(
        Protocol.DUBBO,
        "provider",
        address.host(),
        address.port(),
        List.of(),
        1,
        Map.of(APPLICATION, application),
        0,
        0);
  }

  /** Null if nothing is known. */
  ServiceTypes of(ServiceKey service) {
    Instance known = provider;
    return known == null ? null : registry.types(known, service);
  }
}
