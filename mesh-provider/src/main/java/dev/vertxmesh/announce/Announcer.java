package dev.vertxmesh.announce;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;

/**
 * Keeps one instance announced until it is withdrawn. What it is asked to do it does one after the
 * other; may be asked on any thread.
 */
public final class Announcer {

  private final Registry registry;
  private Future<Void> last = Future.succeededFuture();
  private Registration registration;
  private Instance announced;
  private boolean withdrawn;

  public Announcer(Registry registry) {
    this.registry = registry;
  }

  /** Announces it, or what has changed about it. Once withdrawn it stays so. */
  public synchronized Future<Void> announce(Instance instance) {
    last = last.otherwiseEmpty().compose(before -> put(instance));
    return last;
  }

  /** Does nothing if there's nothing to take out. */
  public synchronized Future<Void> withdraw() {
    withdrawn = true;
    last = last.otherwiseEmpty().compose(before -> takeOut());
    return last;
  }

  private synchronized Future<Void> put(Instance instance) {
    if (withdrawn || instance.equals(announced)) {
      return Future.succeededFuture();
    }
    return registration == null
        ? registry.announce(instance).onSuccess(made -> keep(made, instance)).mapEmpty()
        : registration.replace(instance).onSuccess(done -> keep(registration, instance));
  }

  private synchronized void keep(Registration made, Instance instance) {
    registration = made;
    announced = instance;
  }

  private synchronized Future<Void> takeOut() {
    return registration == null ? Future.succeededFuture() : registration.withdraw();
  }
}
