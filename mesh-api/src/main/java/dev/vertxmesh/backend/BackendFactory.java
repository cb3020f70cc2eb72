package dev.vertxmesh.backend;

import io.vertx.core.Context;

/** Makes the back ends of one agent. Used on any thread. */
@FunctionalInterface
public interface BackendFactory {

  /**
   * Must not block, and asks nobody anything yet: {@link ServedServices#start} does.
   *
   * @param owner of the provider; to be called only after this has returned
   * @param context on which the owner is told, unless a bridge's own is better
   */
  Backend open(BackendOwner owner, Context context);
}
