package dev.vertxmesh.announce;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;

/**
 * Keeps one instance announced, or not, as it's told. What it is asked to do it does one after the
 * other; may be asked on any thread.
 */
public final class Announcer {

  private final Registry registry;
  private Future<Void> last = Future.succeededFuture();
  private volatile Registration registration;
  private volatile Instance announced;
  private boolean withdrawn;

  public Announcer(Registry registry) {
    this.registry = registry;
  }

  /** What was announced last; null if nothing is. */
  public Instance announced() {
    return announced;
  }

  /** The entry as a person has changed it in the registry by hand; null if nobody has. */
  public Instance edited() {
    Registration made = registration;
    return made == null ? null : made.edited().orElse(null);
  }

  /** Announces it, or what has changed about it. Once withdrawn for good it stays so. */
  public synchronized Future<Void> announce(Instance instance) {
    last = last.otherwiseEmpty().compose(before -> put(instance));
    return last;
  }

  /** Takes it out until it's announced again. Does nothing if there's nothing to take out. */
  public synchronized Future<Void> retract() {
    last = last.otherwiseEmpty().compose(before -> takeOut());
    return last;
  }

  /** Takes it out for good. */
  public synchronized Future<Void> withdraw() {
    withdrawn = true;
    return retract();
  }

  private synchronized Future<Void> put(Instance instance) {
    if (withdrawn || instance.equals(announced)) {
      return Future.succeededFuture();
    }
    return registration == null
        ? registry.announce(instance).onSuccess(made -> keep(made, instance)).mapEmpty()
        : registration.replace(instance).onSuccess(done -> keep(registration, instance));
  }

  private synchronized Future<Void> takeOut() {
    return registration == null
        ? Future.succeededFuture()
        : registration.withdraw().onSuccess(gone -> keep(null, null));
  }

  private synchronized void keep(Registration made, Instance instance) {
    registration = made;
    announced = instance;
  }
}
