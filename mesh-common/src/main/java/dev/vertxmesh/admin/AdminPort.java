package dev.vertxmesh.admin;

import dev.vertxmesh.http1.GuardedServers;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.ConnectionObserver;
import dev.vertxmesh.listen.Gate;
import dev.vertxmesh.listen.ListenOptions;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;

/** How the admin port is set up: who may connect, for how long, and how. */
final class AdminPort {

  private static final int IDLE_SECONDS = 60;

  /** Probes, Prometheus and some people at the page; more would be somebody's mistake. */
  private static final int MOST_CONNECTIONS = 256;

  /** As at the callers' port, where it's a setting. */
  private static final ListenOptions CONNECTIONS =
      new ListenOptions(15_000, IDLE_SECONDS * 1_000, 0, 1, 1, 256 << 10);

  private AdminPort() {}

  /**
   * A server that doesn't listen yet.
   *
   * @param tls null for plain text
   */
  static HttpServer server(Vertx vertx, TlsListener tls) {
    // no HTTP/2: nobody asks for it here but clients that try an upgrade with whatever they ask,
    // and an answer of several buffers in the midst of that may come to a stop
    HttpServerOptions http =
        SocketSetup.httpListener().setIdleTimeout(IDLE_SECONDS).setHttp2ClearTextEnabled(false);
    return GuardedServers.create(
        vertx, http, gate(vertx)::onAccept, tls == null ? null : tls::begin);
  }

  private static Gate gate(Vertx vertx) {
    ConnectionCount count = new ConnectionCount(MOST_CONNECTIONS, 0);
    return new Gate(vertx, CONNECTIONS, count, ConnectionObserver.NOBODY, System::nanoTime);
  }
}
