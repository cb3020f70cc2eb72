package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.TlsEngine;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How connections to servers of a kind are encrypted: each new one by what the files have then, of
 * whichever engine that's for, and none that stands is cut. The server's name is compared with its
 * certificate. Thread-safe.
 */
public final class TlsClient implements AutoCloseable {

  private static final int HANDSHAKE_SECONDS = 3;

  private final WatchedTls watched;
  private final String serverName;

  /** By the protocols to agree on; a client has one or two. */
  private final Map<List<String>, SslContext> contexts = new ConcurrentHashMap<>();

  /**
   * By files that somebody else looks at, too.
   *
   * @param serverName whom the servers' certificates have to be for; null for the host that is
   *     connected to
   */
  public TlsClient(WatchedTls watched, String serverName) {
    this.watched = watched;
    this.serverName = serverName;
  }

  /**
   * Reads files, which blocks, and looks for newer ones until it's closed.
   *
   * @param name of the servers, for logs and meters, such as {@code dubbo}
   * @param serverName whom the servers' certificates have to be for; null for the host that is
   *     connected to
   * @throws TlsFailure if they can't be used
   */
  public static TlsClient open(
      Vertx vertx, String name, TlsFiles files, String serverName, TlsEngine engine) {
    return new TlsClient(WatchedTls.open(vertx, name, List.of(files), engine), serverName);
  }

  /** The same by the JDK's engine, which will do where connections are few and are kept. */
  public static TlsClient open(Vertx vertx, String name, TlsFiles files) {
    return open(vertx, name, files, null, TlsEngine.JDK);
  }

  /**
   * For a client of Vert.x', with options from {@link dev.vertxmesh.net.SocketSetup}.
   *
   * @param tls null for plain text
   * @return these options
   */
  public static <O extends ClientOptionsBase> O encrypt(O options, TlsClient tls) {
    if (tls != null) {
      options
          .setSsl(true)
          .setSslEngineOptions(new RenewedEngine(tls::context))
          .setEnabledSecureTransportProtocols(new LinkedHashSet<>(TlsMaterial.PROTOCOLS));
    }
    return options;
  }

  /**
   * For connections that aren't HTTP's.
   *
   * @param tls null for plain text
   */
  public static NetClientOptions options(TlsClient tls) {
    return encrypt(SocketSetup.client(), tls)
        .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
        .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
  }

  private SslContext context(List<String> protocols) {
    return contexts.computeIfAbsent(protocols, named -> new RenewedContext(watched, named));
  }

  /**
   * One connection, for a client with those options.
   *
   * @param tls null for plain text
   */
  public static ConnectOptions to(String host, int port, TlsClient tls) {
    return tls == null ? new ConnectOptions().setHost(host).setPort(port) : tls.to(host, port);
  }

  private ConnectOptions to(String host, int port) {
    return new ConnectOptions()
        .setRemoteAddress(SocketAddress.inetSocketAddress(port, host))
        .setHost(serverName == null ? host : serverName)
        .setPort(port)
        .setSsl(true);
  }

  /** For a client that is Netty's own. */
  public SslContext forNetty() {
    return context(List.of());
  }

  public WatchedTls watched() {
    return watched;
  }

  /** Looks for newer files no more. */
  @Override
  public void close() {
    watched.close();
  }
}
