package dev.vertxmesh.consumer;

import io.vertx.core.http.HttpConnection;
import java.util.Map;
import java.util.WeakHashMap;

/** How many requests each connection has made, where that's bounded. Of one event loop. */
final class RequestCounts {

  private final int most;
  private final Map<HttpConnection, Integer> made = new WeakHashMap<>();

  /**
   * @param most 0 for any number
   */
  RequestCounts(int most) {
    this.most = most;
  }

  /** Counts one more, and tells whether it's the last that the connection may make, or beyond. */
  boolean isLast(HttpConnection connection) {
    return most > 0 && made.merge(connection, 1, Integer::sum) >= most;
  }
}
