package dev.vertxmesh.consumer;

import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.ConnectionObserver;
import dev.vertxmesh.listen.Gate;
import io.vertx.core.Vertx;

/** A gate of one event loop with room for a test. */
final class OpenGate {

  private OpenGate() {}

  static Gate of(Vertx vertx, ConsumerOptions options) {
    return new Gate(
        vertx,
        options.connections.of(1),
        new ConnectionCount(100, 0),
        ConnectionObserver.NOBODY,
        System::nanoTime);
  }
}
