package dev.vertxmesh.bench.soak;

import io.vertx.core.Future;

/** A connection, or some, to call by. Everything on the driver's one event loop. */
interface Caller {

  /** One call; null if it was answered rightly, and never a failed future. */
  Future<Failure> call();

  /** Leaves, whatever is in flight. */
  Future<?> close();
}
