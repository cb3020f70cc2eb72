package dev.vertxmesh.http2;

import dev.vertxmesh.flow.BandwidthDelay;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import java.util.function.LongSupplier;

/**
 * The windows that one side of an HTTP/2 connection gives the other. They begin as the connection's
 * settings say, and follow what {@link BandwidthDelay} finds; over HTTP/1.1 nothing happens.
 *
 * <p>Readers tell of what they have taken. Belongs to the connection's event loop.
 */
public final class Http2Windows {

  /** What Netty holds back: {@code DefaultHttp2LocalFlowController.DEFAULT_WINDOW_UPDATE_RATIO}. */
  private static final double HELD_BACK = 0.5;

  /** A change of less than this share isn't worth a SETTINGS and its answer. */
  private static final int LEAST_CHANGE = 8;

  /** Any eight bytes: pongs come in the order of their pings. */
  private static final Buffer TOKEN = Buffer.buffer().appendLong(0x77696e646f777321L);

  /** Of a connection without windows, or where nobody looks after them. */
  static final Http2Windows FIXED = new Http2Windows(null, null, null, null, null, null);

  private final HttpConnection connection;
  private final WindowLimits limits;
  private final LongSupplier nanoClock;
  private final BandwidthDelay flow;
  private final Arrivals arrivals;
  private final HeldStreams held;
  private int given;
  private int pings;
  private boolean telling;

  private Http2Windows(
      HttpConnection connection,
      WindowLimits limits,
      LongSupplier nanoClock,
      BandwidthDelay flow,
      Arrivals arrivals,
      HeldStreams held) {
    this.arrivals = arrivals;
    this.connection = connection;
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.flow = flow;
    this.held = held;
    this.given = flow == null ? 0 : flow.window();
  }

  /**
   * To be called where the connection is made, before any data came.
   *
   * @param nanoClock for round trips
   */
  public static Http2Windows over(
      HttpConnection connection, WindowLimits limits, LongSupplier nanoClock) {
    if (connection.getWindowSize() < 0) {
      return FIXED;
    }
    int first = connection.settings().getInitialWindowSize();
    BandwidthDelay flow = new BandwidthDelay(first, Math.max(first, limits.most()), HELD_BACK);
    Http2Windows windows =
        new Http2Windows(
            connection,
            limits,
            nanoClock,
            flow,
            arrivalsOf(connection),
            HeldStreams.of(connection));
    windows.giveConnection();
    return windows;
  }

  private static Arrivals arrivalsOf(HttpConnection connection) {
    Http2ConnectionHandler handler = (Http2ConnectionHandler) Sockets.of(connection).handler();
    Arrivals arrivals = new Arrivals(handler.decoder().frameListener());
    handler.decoder().frameListener(arrivals);
    return arrivals;
  }

  /** A reader has taken so many bytes of a stream, which came together. */
  public void onData(int stream, int bytes) {
    if (flow == null) {
      return;
    }
    held.onRead(stream, bytes);
    if (flow.onData(bytes, arrivals.any())) {
      arrivals.clear();
      flow.onPing(nanoClock.getAsLong());
      connection.ping(TOKEN).onSuccess(pong -> onPong());
    }
  }

  /**
   * Tells a reader that a stream is closed. From then on the reader holds what it hasn't taken. A
   * connection without windows holds nothing that a reader could take over, and tells nobody.
   *
   * @param closed run once, at once if the stream is closed already
   */
  public void whenClosed(int stream, Runnable closed) {
    if (held != null) {
      held.whenClosed(stream, closed);
    }
  }

  private void onPong() {
    flow.onPong(nanoClock.getAsLong());
    int change = Math.abs(flow.window() - given);
    if (change >= given / LEAST_CHANGE) {
      give();
    }
  }

  /**
   * A reader has committed itself to a message of so many bytes on one stream: its sender needn't
   * wait for windows, unless the path is known to carry less.
   */
  public void expect(long bytes) {
    if (flow != null && flow.expect(bytes)) {
      give();
    }
  }

  /** Tells the other side, one thing after the other: Vert.x sends what differs from the last. */
  private void give() {
    if (telling || given == flow.window()) {
      return;
    }
    telling = true;
    given = flow.window();
    giveConnection();
    connection
        .updateSettings(new Http2Settings(connection.settings()).setInitialWindowSize(given))
        .onSuccess(acknowledged -> onTold());
  }

  private void onTold() {
    telling = false;
    if (Math.abs(flow.window() - given) >= given / LEAST_CHANGE) {
      give();
    }
  }

  private void giveConnection() {
    long streams = connection.settings().getMaxConcurrentStreams();
    connection.setWindowSize(limits.connection(given, streams));
  }

  /** The other side has asked whether this one is there. */
  void onPing() {
    pings++;
  }

  /** How often it did. */
  public int pings() {
    return pings;
  }

  /** Bytes of a stream that the other side may be ahead of its reader; 0 over HTTP/1.1. */
  public int window() {
    return given;
  }

  /** The moving average; 0 before the first data. */
  public long roundTripNanos() {
    return flow == null ? 0 : flow.roundTripNanos();
  }

  /** The estimate; 0 while no sender had enough to fill its window. */
  public long bytesPerSecond() {
    return flow == null ? 0 : flow.bytesPerSecond();
  }
}
