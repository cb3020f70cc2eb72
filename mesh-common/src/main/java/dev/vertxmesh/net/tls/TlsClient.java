package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.TlsEngine;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How connections to servers of a kind are encrypted: each new one by what the files have then, and
 * none that stands is cut. The server's name is compared with its certificate. Thread-safe.
 */
public final class TlsClient implements AutoCloseable {

  private static final int HANDSHAKE_SECONDS = 3;

  private final WatchedTls watched;
  private final String serverName;
  private volatile ClientSSLOptions options;

  private TlsClient(WatchedTls watched, String serverName) {
    this.watched = watched;
    this.serverName = serverName;
    watched.onMaterial(material -> options = options(material));
  }

  private static ClientSSLOptions options(TlsMaterial material) {
    ClientSSLOptions options = material.clientOptions();
    options.setSslHandshakeTimeout(HANDSHAKE_SECONDS).setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
    return options;
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

  /**
   * For a client that makes such connections.
   *
   * @param tls null for plain text
   */
  public static NetClientOptions options(TlsClient tls) {
    NetClientOptions options = SocketSetup.client();
    return tls == null
        ? options
        : options.setSslEngineOptions(tls.watched.current().engine().ofVertx());
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
        .setSsl(true)
        .setSslOptions(options);
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
