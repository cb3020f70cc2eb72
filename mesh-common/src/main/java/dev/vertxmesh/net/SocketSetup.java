package dev.vertxmesh.net;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;

/**
 * How the mesh's sockets are set up. Every listener and every client takes its options from here,
 * so that what all of a kind have in common, such as TLS, is one call.
 */
public final class SocketSetup {

  /** Who is there takes a connection in less, at any distance. */
  private static final int CONNECT_MILLIS = 1_000;

  /** The name that was connected to has to be in the server's certificate. */
  private static final String CHECKED = "HTTPS";

  private SocketSetup() {}

  /** For a port that isn't HTTP's: links, or Dubbo's consumers. */
  public static NetServerOptions listener(int port) {
    return new NetServerOptions().setPort(port);
  }

  /** The same at one address of the machine's. */
  public static NetServerOptions listener(String host, int port) {
    return listener(port).setHost(host);
  }

  /** For a port of HTTP: callers, or the admin's. None speaks WebSocket, so none compresses it. */
  public static HttpServerOptions httpListener() {
    return new HttpServerOptions()
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false);
  }

  /** For connections that aren't HTTP's: links, or Dubbo providers. */
  public static NetClientOptions client() {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setHostnameVerificationAlgorithm(CHECKED); // with TLS; HTTP's clients do so anyway
  }

  /**
   * For questions over HTTP that are rare. With TLS whom Java trusts is trusted.
   *
   * @param patienceMillis how long a connection may take
   */
  public static HttpClientOptions httpClient(int patienceMillis) {
    return new HttpClientOptions().setConnectTimeout(patienceMillis).setKeepAlive(false);
  }

  /** For connections of HTTP/2: gRPC servers, or a registry. */
  public static HttpClientOptions http2Client() {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false)
        .setUseAlpn(true)
        .setConnectTimeout(CONNECT_MILLIS);
  }
}
