package dev.vertxmesh.discovery.etcd.v2;

import dev.vertxmesh.address.HostPort;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * TLS with one server. Etcd4j asks for an engine without saying whom it's for, and then no
 * certificate can be held against a name: each is refused.
 */
@SuppressWarnings("deprecation") // a type of Netty's that is named by what has to be overridden
final class ServerTls extends SslContext {

  private final SslContext any;
  private final HostPort server;

  ServerTls(SslContext any, HostPort server) {
    this.any = any;
    this.server = server;
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator buffers) {
    return any.newEngine(buffers, server.host(), server.port());
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
    return any.newEngine(buffers, host, port);
  }

  @Override
  public boolean isClient() {
    return any.isClient();
  }

  @Override
  public List<String> cipherSuites() {
    return any.cipherSuites();
  }

  @Override
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return any.applicationProtocolNegotiator();
  }

  @Override
  public SSLSessionContext sessionContext() {
    return any.sessionContext();
  }
}
