package dev.vertxmesh.discovery;

import io.vertx.core.Future;

/** An instance that this process has announced. */
@FunctionalInterface
public interface Registration {

  /** Takes it out, so that no new call is sent to it. Doing so again changes nothing. */
  Future<Void> withdraw();
}
