package dev.vertxmesh.bench.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/** Connections to a consumer agent that have made one call and say nothing more. */
final class IdleConnections {
  /** That are being made at a time: a listener's backlog has room for so many. */
  private static final int AT_A_TIME = 64;

  private final NetClient client;
  private final int port;
  private final Buffer request;
  private final Promise<Void> all = Promise.promise();
  private int left;
  private int open;
  private int wanted;

  IdleConnections(Vertx vertx, int port, Buffer form) {
    this.client = vertx.createNetClient();
    this.port = port;
    this.request =
        Buffer.buffer("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            .appendString("content-type: application/x-www-form-urlencoded\r\n")
            .appendString("content-length: " + form.length() + "\r\n\r\n")
            .appendBuffer(form);
  }

  /** Completes once all are open and have been answered; they stay until their Vert.x ends. */
  Future<Void> open(int count) {
    wanted = count;
    left = count;
    for (int i = 0; i < Math.min(AT_A_TIME, count); i++) {
      next();
    }
    return count == 0 ? Future.succeededFuture() : all.future();
  }

  private void next() {
    if (left > 0) {
      left--;
      client.connect(port, "127.0.0.1").onSuccess(this::ask).onFailure(all::tryFail);
    }
  }

  private void ask(NetSocket socket) {
    socket.closeHandler(gone -> all.tryFail("an idle connection was closed"));
    socket.handler(
        answer -> {
          socket.handler(more -> {});
          if (++open == wanted) {
            all.tryComplete();
          }
          next();
        });
    socket.write(request).onFailure(all::tryFail);
  }
}
