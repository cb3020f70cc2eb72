package dev.vertxmesh.consumer;

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

  /**
   * @param streams of one HTTP/2 connection
   */
  static HttpServerOptions options(int port, int streams) {
    return new HttpServerOptions()
        .setPort(port)
        .setHandle100ContinueAutomatically(true)
        .setTcpNoDelay(true)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(streams)
                .setInitialWindowSize(STREAM_WINDOW))
        .setHttp2RstFloodMaxRstFramePerWindow(RESETS_A_SECOND)
        .setHttp2RstFloodWindowDuration(1)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
  }
}
