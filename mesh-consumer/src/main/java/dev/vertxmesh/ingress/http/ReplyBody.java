package dev.vertxmesh.ingress.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a payload as a response's body and releases it. A large one goes as the client takes it, so
 * that it's on the heap a part at a time.
 */
final class ReplyBody {

  private static final int PART = 64 << 10;

  private final HttpServerResponse response;
  private final ByteBuf payload;
  private boolean done;

  private ReplyBody(HttpServerResponse response, ByteBuf payload) {
    this.response = response;
    this.payload = payload;
  }

  static void send(HttpServerResponse response, ByteBuf payload) {
    ReplyBody body = new ReplyBody(response, payload);
    if (payload.readableBytes() <= PART) {
      Buffer whole = body.next();
      payload.release();
      response.end(whole);
    } else {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(payload.readableBytes()));
      response.exceptionHandler(e -> body.release());
      response.closeHandler(v -> body.release());
      response.drainHandler(v -> body.pump());
      body.pump();
    }
  }

  private void pump() {
    while (!done && !response.writeQueueFull()) {
      Buffer part = next();
      if (payload.isReadable()) {
        response.write(part);
      } else {
        release();
        response.end(part);
      }
    }
  }

  private Buffer next() {
    int length = Math.min(PART, payload.readableBytes());
    byte[] bytes = ByteBufUtil.getBytes(payload, payload.readerIndex(), length);
    payload.skipBytes(length);
    return Buffer.buffer(bytes);
  }

  private void release() {
    if (!done) {
      done = true;
      payload.release();
    }
  }
}
