package dev.vertxmesh.bench.distance;

import io.vertx.core.Future;

/** One connection to be called over, from any thread. */
interface Calls {

  /**
   * Sends so many bytes.
   *
   * @return completes when the server has answered that all of them have come
   */
  Future<Void> call(int bytes);

  Future<Void> close();
}
