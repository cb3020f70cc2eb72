package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.link.setup.LinkSetup;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetClientInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/** Opens links on one event loop. */
final class Dialer {

  private final ContextInternal context;
  private final NetClientInternal client;
  private final LinkSetup setup;

  /**
   * @param context the verticle's own: a link made in a request's context would be bound to it
   */
  Dialer(ContextInternal context, NetClient client, LinkSetup setup) {
    this.context = context;
    this.client = (NetClientInternal) client;
    this.setup = setup;
  }

  /** Connects; the link tells its owner when it is open, and when it is gone. */
  Future<ClientLink> dial(HostPort address, ClientLink.Owner owner) {
    Promise<NetSocket> connected = context.promise();
    ConnectOptions to = new ConnectOptions().setHost(address.host()).setPort(address.port());
    client.connectInternal(to, connected, context);
    String where = "mesh-provider " + address;
    return connected
        .future()
        .map(socket -> ClientLink.over((NetSocketInternal) socket, setup, where, owner));
  }

  /** Until the verticle ends. */
  void every(long millis, Runnable action) {
    context.setPeriodic(millis, id -> action.run());
  }

  /**
   * @param millis 0 means at once, but not before the caller has returned
   */
  void after(long millis, Runnable action) {
    context.setTimer(Math.max(1, millis), id -> action.run());
  }
}
