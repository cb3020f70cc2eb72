package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.tls.PeerRefusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetClientInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/** Opens links on one event loop. */
class Dialer {

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

  /**
   * Connects; the link tells its owner when it is open, and when it is gone. Fails with a {@link
   * PeerRefusal} where somebody else is.
   */
  Future<ClientLink> dial(Instance instance, ClientLink.Owner owner) {
    Promise<NetSocket> connected = context.promise();
    HostPort address = instance.address();
    ConnectOptions to =
        new ConnectOptions().setHost(address.host()).setPort(address.port()).setSsl(isEncrypted());
    client.connectInternal(to, connected, context);
    return connected.future().map(socket -> link((NetSocketInternal) socket, instance, owner));
  }

  /** A peer that isn't the one whom the registry names gets no frame. */
  private ClientLink link(NetSocketInternal socket, Instance instance, ClientLink.Owner owner) {
    if (isEncrypted()) {
      try {
        setup.tls().check(socket.channelHandlerContext().channel(), instance.identity());
      } catch (PeerRefusal e) {
        socket.close();
        throw e;
      }
    }
    return ClientLink.over(socket, setup, "mesh-provider " + instance.address(), owner);
  }

  boolean isEncrypted() {
    return setup.tls() != null;
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
