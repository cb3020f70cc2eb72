package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.http2.WindowLimits;

/** The usual options, but for what a test is about. */
final class TestOptions {

  private TestOptions() {}

  static GrpcOptions usual(int port) {
    return GrpcOptions.of("127.0.0.1", port, null, 1 << 20, WindowLimits.DEFAULT_MOST);
  }

  /**
   * @param patience for a connection and its handshake, in milliseconds
   */
  static GrpcOptions of(int port, int patience, int maxConnections) {
    GrpcOptions usual = usual(port);
    return new GrpcOptions(
        usual.host(),
        usual.port(),
        usual.tls(),
        patience,
        patience,
        usual.retryDelay(),
        usual.maxRetryDelay(),
        usual.maxMessage(),
        usual.streamWindow(),
        usual.windowMax(),
        usual.connectionWindow(),
        maxConnections,
        usual.maxWaiting(),
        usual.healthInterval());
  }
}
