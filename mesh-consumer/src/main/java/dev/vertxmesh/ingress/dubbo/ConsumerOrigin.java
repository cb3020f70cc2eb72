package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.WireProtocol;
import io.netty.channel.Channel;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.SocketAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/** A consumer's connection, as where its calls come from. */
record ConsumerOrigin(NetSocketInternal socket) implements Origin {

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
  public boolean isOwnMachine() {
    Channel channel = socket.channelHandlerContext().channel();
    return isOneMachine(channel.remoteAddress(), channel.localAddress());
  }

  /**
   * From 127.0.0.1 or ::1, or from the very address that it came to. Not from all of 127.0.0.0/8:
   * there are proxies that pass other machines' connections on from the rest, such as Istio's from
   * 127.0.0.6.
   */
  static boolean isOneMachine(java.net.SocketAddress from, java.net.SocketAddress to) {
    return from instanceof InetSocketAddress sender
        && to instanceof InetSocketAddress receiver
        && sender.getAddress() != null
        && (isLoopback(sender.getAddress()) || sender.getAddress().equals(receiver.getAddress()));
  }

  private static boolean isLoopback(InetAddress address) {
    return address.isLoopbackAddress()
        && (address instanceof Inet6Address || address.getHostAddress().equals("127.0.0.1"));
  }

  @Override
  public SSLSession tls() {
    return socket.sslSession();
  }
}
