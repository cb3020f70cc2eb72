package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads a request's body up to a limit. Exactly one of its two ends is told, once. */
final class RequestBody {

  /** Room for this many bytes at first; a sender's own word for the length could be any number. */
  private static final int MOST_AT_FIRST = 64 << 10;

  private static final byte[] NONE = {};

  private final HttpServerRequest request;
  private final int limit;
  private final BodyBudget budget;
  private final String where;
  private final Consumer<byte[]> onWhole;
  private final Consumer<CallFailure> onRefused;
  private byte[] body = NONE;
  private int length;
  private boolean done;

  /**
   * @param limit bytes of one body
   * @param where this agent, as failures name it
   * @param onWhole gets the body, whose bytes it has to give back to the budget
   * @param onRefused gets why there's no body, with nothing to give back
   */
  RequestBody(
      HttpServerRequest request,
      int limit,
      BodyBudget budget,
      String where,
      Consumer<byte[]> onWhole,
      Consumer<CallFailure> onRefused) {
    this.request = request;
    this.limit = limit;
    this.budget = budget;
    this.where = where;
    this.onWhole = onWhole;
    this.onRefused = onRefused;
  }

  void read() {
    request.exceptionHandler(this::onException);
    request.handler(this::onChunk);
    request.endHandler(this::onEnd);
  }

  private void onChunk(Buffer chunk) {
    if (done) {
      return; // refused: the rest is read and forgotten
    }
    if (chunk.length() > limit - length) {
      refuse(Status.TOO_LARGE, "body: more than %d bytes, expected at most that".formatted(limit));
    } else if (!budget.take(chunk.length())) {
      refuse(
          Status.REFUSED,
          "body: all requests in flight have more than %d bytes together".formatted(budget.most()));
    } else {
      add(chunk);
    }
  }

  private void add(Buffer chunk) {
    int needed = length + chunk.length();
    if (needed > body.length) {
      body = Arrays.copyOf(body, Math.max(needed, Math.max(atFirst(), 2 * body.length)));
    }
    chunk.getBytes(body, length);
    length = needed;
  }

  /** What the sender announces, so that a body is seldom copied; 0 when it says nothing. */
  private int atFirst() {
    String announced = body.length == 0 ? request.getHeader("content-length") : null;
    try {
      return announced == null ? 0 : Math.min(MOST_AT_FIRST, Integer.parseInt(announced));
    } catch (NumberFormatException e) {
      return 0; // more than an int holds: refused when that much has come
    }
  }

  private void onEnd(Void end) {
    if (!done) {
      done = true;
      onWhole.accept(length == body.length ? body : Arrays.copyOf(body, length));
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
    body = NONE;
    budget.giveBack(length);
    onRefused.accept(new CallFailure(status, where, detail));
  }
}
