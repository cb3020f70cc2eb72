package dev.vertxmesh.discovery.etcd.v2;

import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Etcd4j fails a request that has timed out once more when its connection ends, of which Netty
 * warns each time; and a watch in which nothing happens is such a request every few seconds.
 */
final class TimeoutLogFilter {

  /** Held, since a logger that nobody holds forgets its filter. */
  private static final Logger NETTY =
      Logger.getLogger("io.netty.channel.AbstractChannelHandlerContext");

  private TimeoutLogFilter() {}

  static void silence() {
    NETTY.setFilter(TimeoutLogFilter::isNews);
  }

  private static boolean isNews(LogRecord line) {
    String message = String.valueOf(line.getMessage());
    return !message.contains("complete already") || !message.contains("ReadTimeoutException");
  }
}
