package dev.vertxmesh.links;

import dev.vertxmesh.discovery.HostPort;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.link.LinkMeter;
import dev.vertxmesh.link.LinkOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetClientInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/** Opens links on one event loop. */
final class Dialer {

  private static final int CONNECT_MILLIS = 1_000;

  private final Vertx vertx;
  private final ContextInternal context;
  private final NetClientInternal client;
  private final String name;
  private final LinkOptions options;
  private final LinkMeter meter;

  /**
   * @param context the verticle's own: a link made in a request's context would be bound to it
   */
  Dialer(
      Vertx vertx,
      ContextInternal context,
      NetClient client,
      String name,
      LinkOptions options,
      LinkMeter meter) {
    this.vertx = vertx;
    this.context = context;
    this.client = (NetClientInternal) client;
    this.name = name;
    this.options = options;
    this.meter = meter;
  }

  /** Connects; the link tells its owner when it is open, and when it is gone. */
  Future<ClientLink> dial(HostPort address, ClientLink.Owner owner) {
    Promise<NetSocket> connected = context.promise();
    ConnectOptions to =
        new ConnectOptions()
            .setHost(address.host())
            .setPort(address.port())
            .setTimeout(CONNECT_MILLIS);
    client.connectInternal(to, connected, context);
    return connected.future().map(socket -> link((NetSocketInternal) socket, address, owner));
  }

  void after(long millis, Runnable action) {
    context.setTimer(millis, id -> action.run());
  }

  private ClientLink link(NetSocketInternal socket, HostPort address, ClientLink.Owner owner) {
    String where = "mesh-provider " + address;
    return ClientLink.over(vertx, socket, name, where, options, meter, System::nanoTime, owner);
  }
}
