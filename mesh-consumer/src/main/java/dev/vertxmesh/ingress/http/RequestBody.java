package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.BodyBudget;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads a request's body up to a limit. Exactly one of its two ends is told, once. */
final class RequestBody extends BodyPace.Paced {

  /** Room for this many bytes at first: a sender's own word for the length could be any number. */
  private static final int MOST_AT_FIRST = 1 << 20;

  private static final byte[] NONE = {};

  private static final long NO_ERROR = 0;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final int limit;
  private final BodyBudget budget;
  private final String where;
  private final Consumer<byte[]> onWhole;
  private final Consumer<CallFailure> onRefused;
  private final BodyPace pace;
  private final Http2Windows windows;
  private byte[] body = NONE;
  private int length;
  private long announced;
  private boolean done;

  /**
   * @param windows of the connection that it comes on
   * @param options limits, and this agent's name for failures
   * @param pace by which it has to come
   * @param onWhole gets the body, for whose length the budget has been charged
   * @param onRefused gets why there's no body, with nothing to give back
   */
  RequestBody(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      HttpOptions options,
      BodyPace pace,
      BodyBudget budget,
      Consumer<byte[]> onWhole,
      Consumer<CallFailure> onRefused) {
    this.vertx = vertx;
    this.request = request;
    this.windows = windows;
    this.limit = options.maxBody();
    this.budget = budget;
    this.where = options.where();
    this.onWhole = onWhole;
    this.onRefused = onRefused;
    this.pace = pace;
  }

  void read() {
    announced = announced();
    if (announced > limit) {
      refuse(Status.TOO_LARGE, tooLarge());
    } else {
      windows.expect(announced);
    }
    if (!done) {
      pace.add(this);
    }
    request.exceptionHandler(this::onException);
    request.handler(this::onChunk);
    request.endHandler(this::onEnd);
  }

  /** The length that the sender announces, so that a body is seldom copied; 0 if it says none. */
  private long announced() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE; // more than a long holds
    }
  }

  private void onChunk(Buffer chunk) {
    windows.onData(request.streamId(), chunk.length());
    if (done) {
      return; // refused: the rest is read and forgotten
    }
    if (chunk.length() > limit - length) {
      refuse(Status.TOO_LARGE, tooLarge());
    } else if (isWhole(chunk)) {
      length = body.length;
    } else if (hasRoomFor(length + chunk.length())) {
      chunk.getBytes(body, length);
      length += chunk.length();
    } else {
      refuse(
          Status.REFUSED,
          "body: all requests in flight have more than %d bytes together".formatted(budget.most()));
    }
  }

  /** As nearly all are: then it's taken as it is. */
  private boolean isWhole(Buffer chunk) {
    byte[] all = length == 0 && chunk.length() == announced ? Buffers.array(chunk) : null;
    if (all == null || !budget.resize(0, all.length)) {
      return false;
    }
    body = all;
    return true;
  }

  private boolean hasRoomFor(int needed) {
    if (needed <= body.length) {
      return true;
    }
    long most = announced == 0 ? limit : announced;
    long wanted = body.length == 0 ? Math.min(announced, MOST_AT_FIRST) : 2L * body.length;
    int capacity = (int) Math.max(needed, Math.min(most, wanted));
    if (!budget.resize(body.length, capacity)) {
      return false;
    }
    body = Arrays.copyOf(body, capacity);
    return true;
  }

  private void onEnd(Void end) {
    if (done) {
      return;
    }
    done = true;
    pace.remove(this);
    byte[] whole = length == body.length ? body : Arrays.copyOf(body, length);
    budget.resize(body.length, length);
    body = NONE; // it's the call's now, which is done with it sooner than the request
    onWhole.accept(whole);
  }

  @Override
  int received() {
    return length;
  }

  @Override
  void onSlow(int brought) {
    String what = brought == 0 ? "nothing" : "too little, %d bytes,".formatted(brought);
    String detail = "body: %s came for a while, after %d bytes".formatted(what, length);
    refuse(Status.BAD_REQUEST, detail);
    leave();
  }

  private void onException(Throwable cause) {
    if (!done) {
      boolean left = cause instanceof HttpClosedException || cause instanceof StreamResetException;
      String detail = "body: it can't be read: " + cause.getMessage();
      refuse(left ? Status.CANCELLED : Status.BAD_REQUEST, detail);
      leave();
    }
  }

  /** Reads no more of it, once the answer has left. */
  private void leave() {
    if (request.version() == HttpVersion.HTTP_2) {
      vertx.runOnContext(later -> resetStream());
    } else {
      request.connection().close(); // flushes; Vert.x itself would close before the answer leaves
    }
  }

  /** And not the connection: all of a client's calls are on one. */
  private void resetStream() {
    HttpServerResponse response = request.response();
    if (!response.closed()) { // by the client, or by Netty for what is no HTTP/2
      response.reset(NO_ERROR);
    }
  }

  private String tooLarge() {
    return "body: more than %d bytes, expected at most that".formatted(limit);
  }

  private void refuse(Status status, String detail) {
    done = true;
    pace.remove(this);
    budget.resize(body.length, 0);
    body = NONE;
    onRefused.accept(new CallFailure(status, where, detail));
  }
}
