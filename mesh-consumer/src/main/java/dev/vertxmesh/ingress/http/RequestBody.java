package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Reads a request's body up to a limit. Exactly one of its two ends is told, once. */
final class RequestBody {

  private final HttpServerRequest request;
  private final int limit;
  private final Consumer<Buffer> onWhole;
  private final Consumer<CallFailure> onRefused;
  private final String where;
  private Buffer body;
  private boolean grown;
  private boolean done;

  private RequestBody(
      HttpServerRequest request,
      int limit,
      String where,
      Consumer<Buffer> onWhole,
      Consumer<CallFailure> onRefused) {
    this.request = request;
    this.limit = limit;
    this.where = where;
    this.onWhole = onWhole;
    this.onRefused = onRefused;
  }

  /**
   * @param limit bytes
   */
  static void read(
      HttpServerRequest request,
      int limit,
      String where,
      Consumer<Buffer> onWhole,
      Consumer<CallFailure> onRefused) {
    RequestBody body = new RequestBody(request, limit, where, onWhole, onRefused);
    request.exceptionHandler(body::onException);
    request.handler(body::onChunk);
    request.endHandler(body::onEnd);
  }

  private void onChunk(Buffer chunk) {
    if (done) {
      return; // refused: the rest is read and forgotten
    }
    long length = (body == null ? 0L : body.length()) + chunk.length();
    if (length > limit) {
      refuse(Status.TOO_LARGE, "body: more than %d bytes, expected at most that".formatted(limit));
    } else if (body == null) {
      body = chunk;
    } else {
      grow(chunk);
    }
  }

  /** The first chunk is the whole body nearly always, so it's copied only when another comes. */
  private void grow(Buffer chunk) {
    if (!grown) {
      grown = true;
      body = Buffer.buffer(2 * (body.length() + chunk.length())).appendBuffer(body);
    }
    body.appendBuffer(chunk);
  }

  private void onEnd(Void end) {
    if (!done) {
      done = true;
      onWhole.accept(body == null ? Buffer.buffer() : body);
    }
  }

  private void onException(Throwable cause) {
    if (!done) {
      refuse(Status.BAD_REQUEST, "body: it can't be read: " + cause.getMessage());
      request.connection().close(); // flushes; Vert.x itself would close before the answer leaves
    }
  }

  private void refuse(Status status, String detail) {
    done = true;
    body = null;
    onRefused.accept(new CallFailure(status, where, detail));
  }
}
