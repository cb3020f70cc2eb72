package dev.vertxmesh.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * Ends an answer whose client takes nothing of it. Vert.x closes a connection when all has gone
 * out, and resets no stream whose answer it has handed on to Netty: such a client puts off both for
 * ever.
 */
public final class ResponseAbort {

  private ResponseAbort() {}

  /** Ends the stream of an answer, over HTTP/1.1 its connection, whatever hasn't gone out. */
  public static void answer(HttpServerRequest request) {
    ChannelHandlerContext socket = Sockets.of(request.connection());
    if (request.version() == HttpVersion.HTTP_2) {
      Http2ConnectionHandler handler = (Http2ConnectionHandler) socket.handler();
      int id = request.response().streamId();
      Http2Stream stream = handler.connection().stream(id);
      handler.resetStream(socket, id, Http2Error.CANCEL.code(), socket.newPromise());
      if (stream != null) { // Netty lets go of it with the reset, which such a client doesn't take
        handler.closeStream(stream, socket.newSucceededFuture());
      }
      handler.flush(socket);
    } else {
      socket.close();
    }
  }
}
