package dev.vertxmesh.http2;

import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Field;
import java.util.Deque;

/**
 * What a client has sent over HTTP/1.1 ahead of its turn. While a call is in flight Vert.x keeps
 * the requests behind it in a queue, which it forgets, and doesn't release, when the connection
 * closes.
 */
final class PipelinedRequests {

  private static final Field PENDING = Sockets.field(VertxConnection.class, "pending");

  private PipelinedRequests() {}

  /** Of a connection that is closed: nothing is added any more. */
  static void release(HttpConnection connection) {
    Deque<?> pending = (Deque<?>) Sockets.get(PENDING, connection);
    while (pending != null && !pending.isEmpty()) {
      ReferenceCountUtil.release(pending.poll());
    }
  }
}
