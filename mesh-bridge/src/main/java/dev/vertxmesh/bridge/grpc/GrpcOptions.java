package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.net.tls.TlsClient;

/**
 * Where the gRPC server is, and how patient to be with it. Times are in milliseconds, sizes in
 * bytes.
 *
 * @param tls how the connection is kept from others' eyes; null for cleartext
 * @param connectTimeout for TCP's part of one attempt
 * @param handshakeTimeout for all of one attempt, TLS and the server's SETTINGS as well
 * @param retryDelay before the second attempt to connect; it doubles from there
 * @param maxRetryDelay what it doubles to
 * @param maxMessage the longest message of an answer, as it is on the wire
 * @param streamWindow what the server may send of one answer before it is read, at first
 * @param windowMax up to what that grows with bandwidth x delay
 * @param connectionWindow what it may send of all together; four of the largest in any case
 * @param maxConnections how many there may be, where the server bounds the streams of each
 * @param maxWaiting calls that may wait for room on a connection
 * @param healthInterval between two questions whether the server is well
 */
public record GrpcOptions(
    String host,
    int port,
    TlsClient tls,
    int connectTimeout,
    int handshakeTimeout,
    int retryDelay,
    int maxRetryDelay,
    int maxMessage,
    int streamWindow,
    int windowMax,
    int connectionWindow,
    int maxConnections,
    int maxWaiting,
    int healthInterval) {

  /** What HTTP/2 begins with anyway. */
  private static final int STREAM_WINDOW = 64 << 10;

  /** For what stopped readers hold of one connection, in bytes, however much memory there is. */
  private static final long MOST_ROOM = 1 << 30;

  public GrpcOptions {
    if (host == null || host.isBlank()) {
      throw new IllegalArgumentException("host is empty");
    }
    check("port", port, 1, 65_535);
    check("connectTimeout", connectTimeout, 1, 600_000);
    check("handshakeTimeout", handshakeTimeout, connectTimeout, 600_000);
    check("retryDelay", retryDelay, 1, 600_000);
    check("maxRetryDelay", maxRetryDelay, retryDelay, 600_000);
    check("maxMessage", maxMessage, 1024, 1 << 30);
    check("streamWindow", streamWindow, 65_535, Integer.MAX_VALUE);
    check("windowMax", windowMax, streamWindow, Integer.MAX_VALUE);
    check("connectionWindow", connectionWindow, streamWindow, Integer.MAX_VALUE);
    check("maxConnections", maxConnections, 1, 1_000);
    check("maxWaiting", maxWaiting, 0, Integer.MAX_VALUE);
    check("healthInterval", healthInterval, 10, 86_400_000);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected " + least + " to " + most);
    }
  }

  /**
   * With what is otherwise usual.
   *
   * @param tls null for cleartext
   * @param windowMax in bytes, if there's memory for it
   */
  public static GrpcOptions of(
      String host, int port, TlsClient tls, int maxMessage, int windowMax) {
    WindowLimits limits = WindowLimits.of(windowMax, Runtime.getRuntime().maxMemory());
    return new GrpcOptions(
        host,
        port,
        tls,
        1_000,
        10_000,
        50,
        1_000,
        maxMessage,
        STREAM_WINDOW,
        Math.max(STREAM_WINDOW, limits.most()),
        (int) Math.min(MOST_ROOM, limits.room()),
        64,
        10_000,
        5_000);
  }

  /** How failures name the server. */
  public String where() {
    return "grpc " + host + ":" + port;
  }
}
