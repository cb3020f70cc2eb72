package dev.vertxmesh.provider;

import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/**
 * What the provider is taken to serve: what {@code --service} names, or else what it says itself.
 * May be asked on any thread.
 */
final class ProviderServices {

  private final List<ServiceKey> named;
  private final ServedServices found;
  private volatile Set<ServiceKey> all;

  /**
   * @param named empty for what is found
   */
  ProviderServices(List<ServiceKey> named, ServedServices found) {
    this.named = named;
    this.found = found;
    this.all = Set.copyOf(named);
  }

  /** Completes when the services are known, or the provider was asked once in vain. */
  Future<Void> start() {
    Future<Void> asked = found.start();
    return isNamed() ? Future.succeededFuture() : asked;
  }

  /** The provider has told. */
  void onFound() {
    all = Set.copyOf(list());
  }

  /** In the order of their names, or of {@code --service}; empty while nobody knows. */
  List<ServiceKey> list() {
    return isNamed() ? named : found.list();
  }

  boolean contains(ServiceKey service) {
    return all.contains(service);
  }

  boolean isNamed() {
    return !named.isEmpty();
  }

  boolean isKnown() {
    return !all.isEmpty();
  }

  /** How they are known, or why they aren't, for a person to read. */
  String how() {
    return isNamed() ? "by --service" : found.how();
  }
}
