package dev.vertxmesh.discovery.kind;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * Keeps one instance announced, or not, as it's told. While it does one thing, the last of those
 * that it's asked for is what it does next; may be asked on any thread.
 */
public final class Announcer {

  private final Registry registry;
  private volatile Registration registration;
  private volatile Instance announced;
  private boolean withdrawn;

  /** What is to be in the registry; null for nothing. */
  private Instance wanted;

  /** Completes when what is wanted is done; null if nothing has to be. */
  private Promise<Void> next;

  private boolean busy;

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
  public Future<Void> announce(Instance instance) {
    return wish(instance, false);
  }

  /** Takes it out until it's announced again. Does nothing if there's nothing to take out. */
  public Future<Void> retract() {
    return wish(null, false);
  }

  /** Takes it out for good. */
  public Future<Void> withdraw() {
    return wish(null, true);
  }

  private Future<Void> wish(Instance instance, boolean forGood) {
    Future<Void> done;
    Runnable afterwards;
    synchronized (this) {
      if (withdrawn && instance != null) {
        return Future.succeededFuture();
      }
      withdrawn |= forGood;
      wanted = instance;
      if (next == null) {
        next = Promise.promise();
      }
      done = next.future();
      afterwards = busy ? () -> {} : step();
    }
    afterwards.run();
    return done;
  }

  /**
   * Begins what is to be done next, if anything is.
   *
   * @return to be run once this object isn't locked any more: it may tell those who wait, on this
   *     very thread, and they may need a lock that another thread has while it asks here
   */
  private synchronized Runnable step() {
    busy = next != null;
    if (!busy) {
      return () -> {};
    }
    Promise<Void> done = next;
    next = null;
    Future<Void> told = wanted == null ? takeOut() : put(wanted);
    return () ->
        told.onComplete(
            result -> {
              step().run();
              done.handle(result);
            });
  }

  private synchronized Future<Void> put(Instance instance) {
    if (instance.equals(announced)) {
      return Future.succeededFuture();
    }
    return announced == null
        ? registry.announce(instance).onSuccess(made -> keep(made, instance)).mapEmpty()
        : registration.replace(instance).onSuccess(done -> keep(registration, instance));
  }

  /** If that fails it may still be there or not: it's taken out, or else announced, anew. */
  private synchronized Future<Void> takeOut() {
    announced = null;
    return registration == null
        ? Future.succeededFuture()
        : registration.withdraw().onSuccess(gone -> keep(null, null));
  }

  private synchronized void keep(Registration made, Instance instance) {
    registration = made;
    announced = instance;
  }
}
