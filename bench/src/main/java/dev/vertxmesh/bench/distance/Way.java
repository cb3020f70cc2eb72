package dev.vertxmesh.bench.distance;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A protocol that carries requests of any size and answers them with next to nothing. */
interface Way {

  /** As the tables have it. */
  String name();

  /** Whether calls of one connection go on beside one another. */
  boolean shares();

  /**
   * Whether its windows are promised to follow bandwidth x delay: ours, and not those of others.
   */
  boolean promised();

  /** The window that each call has throughout, in bytes; 0 where windows follow. */
  default int fixedWindow() {
    return 0;
  }

  /**
   * Begins to listen on this machine.
   *
   * @return the port
   */
  Future<Integer> serve(Vertx vertx);

  /** Makes a connection to a port of this machine; completes when it can be called over. */
  Future<Calls> connect(Vertx vertx, int port);
}
