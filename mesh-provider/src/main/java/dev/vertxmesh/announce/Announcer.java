package dev.vertxmesh.announce;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;

/** Keeps one instance announced until it is withdrawn. */
public final class Announcer {

  private final Registry registry;
  private volatile Registration registration;

  public Announcer(Registry registry) {
    this.registry = registry;
  }

  public Future<Void> announce(Instance instance) {
    return registry.announce(instance).onSuccess(made -> registration = made).mapEmpty();
  }

  /** Does nothing if there's nothing to take out. */
  public Future<Void> withdraw() {
    Registration made = registration;
    return made == null ? Future.succeededFuture() : made.withdraw();
  }
}
