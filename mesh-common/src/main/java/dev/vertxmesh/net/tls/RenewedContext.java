package dev.vertxmesh.net.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * A client's context that outlives its files: each connection is by the context that was made of
 * what they had last, of whichever engine that's for. One that no connection has any more is
 * garbage.
 */
@SuppressWarnings("deprecation") // a type of Netty's that is named by what has to be overridden
final class RenewedContext extends SslContext {

  private volatile SslContext now;

  /** Makes the first one, which takes some milliseconds. */
  RenewedContext(WatchedTls watched, List<String> protocols) {
    watched.onMaterial(material -> now = material.nettyClient(protocols));
  }

  @Override
  public boolean isClient() {
    return true;
  }

  @Override
  public List<String> cipherSuites() {
    return now.cipherSuites();
  }

  @Override
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return now.applicationProtocolNegotiator();
  }

  @Override
  public SSLSessionContext sessionContext() {
    return now.sessionContext();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator buffers) {
    return now.newEngine(buffers);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
    return now.newEngine(buffers, host, port);
  }

  /** Each kind of context has handlers of its own. */
  @Override
  protected SslHandler newHandler(ByteBufAllocator buffers, boolean later, Executor tasks) {
    return now.newHandler(buffers, tasks);
  }

  @Override
  protected SslHandler newHandler(
      ByteBufAllocator buffers, String host, int port, boolean later, Executor tasks) {
    return now.newHandler(buffers, host, port, tasks);
  }
}
