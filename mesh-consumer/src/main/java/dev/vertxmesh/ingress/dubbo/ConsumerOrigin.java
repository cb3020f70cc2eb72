package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.WireProtocol;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import javax.net.ssl.SSLSession;

/** A consumer's connection, as where its calls come from. */
record ConsumerOrigin(NetSocket socket) implements Origin {

  @Override
  public WireProtocol protocol() {
    return WireProtocol.DUBBO;
  }

  @Override
  public SocketAddress peer() {
    return socket.remoteAddress();
  }

  /** A request's attachments are part of its body, which isn't read. */
  @Override
  public String header(String name) {
    return null;
  }

  @Override
  public SSLSession tls() {
    return socket.sslSession();
  }
}
