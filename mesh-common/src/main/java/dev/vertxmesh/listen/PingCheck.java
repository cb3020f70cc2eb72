package dev.vertxmesh.listen;

import io.vertx.core.http.HttpConnection;
import java.util.concurrent.TimeUnit;

/** Whether the other side of an HTTP/2 connection is still there: who says nothing is asked. */
final class PingCheck {

  /** The time for an answer, as gRPC's servers give it. */
  static final long PONG_NANOS = TimeUnit.SECONDS.toNanos(20);

  private HttpConnection connection;
  private long heard;
  private boolean asked;

  PingCheck(long now) {
    this.heard = now;
  }

  /** Vert.x knows the connection: before that there's nobody who could ask. */
  void on(HttpConnection known) {
    connection = known;
  }

  /** Something has come. */
  void onHeard(long now) {
    heard = now;
    asked = false;
  }

  /**
   * Whether the other side has gone; asks it if it has said nothing for a while.
   *
   * @param pingNanos how long that is; 0 for never
   */
  boolean isGone(long now, long pingNanos) {
    long silent = now - heard;
    if (pingNanos == 0 || connection == null || silent < pingNanos) {
      return false;
    }
    if (!asked) {
      asked = true;
      connection.ping(Http2GoAway.token());
    }
    return silent >= pingNanos + PONG_NANOS;
  }
}
