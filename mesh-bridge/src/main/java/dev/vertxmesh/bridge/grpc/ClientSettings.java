package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;

/** How the bridge's connections are set up. */
final class ClientSettings {

  /**
   * Of an answer's headers and of its trailers, in bytes: as much as a link carries. Longer ones
   * end the connection and every call on it, so servers have to be told.
   */
  private static final int MOST_HEADERS = 64 << 10;

  private ClientSettings() {}

  static HttpClientOptions of(GrpcOptions options) {
    return TlsClient.encrypt(SocketSetup.http2Client(), options.tls())
        .setConnectTimeout(options.connectTimeout())
        .setInitialSettings(
            new Http2Settings()
                .setPushEnabled(false)
                .setMaxHeaderListSize(MOST_HEADERS)
                .setInitialWindowSize(options.streamWindow()))
        .setHttp2ConnectionWindowSize(options.connectionWindow());
  }
}
