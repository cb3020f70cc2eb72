package dev.vertxmesh.consumer;

import dev.vertxmesh.net.SocketSetup;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.TimeUnit;

/** How the port that callers come in at is set up. */
final class CallersPort {

  /**
   * A stream's first window; what HTTP/2 begins with anyway. The connection's, and what becomes of
   * both, is {@link dev.vertxmesh.http2.Http2Windows}'.
   */
  private static final int STREAM_WINDOW = 64 << 10;

  /**
   * Streams that clients may reset in a second, against floods of them (CVE-2023-44487). A gRPC
   * client that cancels a call, or whose deadline passes, resets a stream: that is no attack.
   */
  private static final int RESETS_A_SECOND = 1_000;

  private CallersPort() {}

  static HttpServerOptions options(ConsumerOptions options) {
    return SocketSetup.httpListener()
        .setHost(options.common.bind().host())
        .setPort(options.port)
        .setHandle100ContinueAutomatically(true)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(options.connections.streams)
                .setInitialWindowSize(STREAM_WINDOW))
        .setHttp2RstFloodMaxRstFramePerWindow(RESETS_A_SECOND)
        .setHttp2RstFloodWindowDuration(1)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
  }
}
