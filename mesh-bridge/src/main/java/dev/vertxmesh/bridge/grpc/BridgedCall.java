package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One call on a stream of a connection. It ends once: answered, failed or cancelled. */
final class BridgedCall {
  private static final String CODE = "grpc-status";

  private final Context context;
  private final Call call;
  private final Http2Windows windows;
  private final GrpcOptions options;
  private final BackendObserver observer;
  private final BooleanSupplier isSendingAway;
  private final StreamErrors endings;
  private final SentRequest sent;
  private final Promise<Reply> promise = Promise.promise();
  private RequestStream request;
  private ResponseStream answer;
  private boolean ended;

  /**
   * @param sent what was sent of it before, and the server hasn't taken
   * @param windows of its connection
   * @param endings what its stream's end means
   * @param isSendingAway whether the connection's server is just telling what it hasn't taken
   */
  BridgedCall(
      Context context,
      Call call,
      SentRequest sent,
      Http2Windows windows,
      GrpcOptions options,
      StreamErrors endings,
      BackendObserver observer,
      BooleanSupplier isSendingAway) {
    this.sent = sent;
    this.isSendingAway = isSendingAway;
    this.context = context;
    this.call = call;
    this.windows = windows;
    this.options = options;
    this.observer = observer;
    this.endings = endings;
  }

  /**
   * Sends it; completes when it has ended at both ends.
   *
   * @param stream one of a connection that has room for it
   */
  Future<Reply> begin(HttpClientRequest stream, long now) {
    request = new RequestStream(context, call, sent, observer, stream, new Requesting());
    try {
      start(stream, now);
    } catch (RuntimeException e) { // of Vert.x or Netty: those who wait must hear of it
      onFault(e);
    }
    return promise.future();
  }

  private void start(HttpClientRequest stream, long now) {
    request.prepare();
    stream.exceptionHandler(this::onGone);
    stream.response().onComplete(this::onResponse, this::onGone);
    if (call.isCancelled()) { // while the connection made a stream of it
      onCancelled();
      return;
    }
    call.onCancel(this::onCancelled);
    request.begin(now);
  }

  private final class Requesting implements RequestStream.Owner {

    @Override
    public void onFault(RuntimeException fault) {
      BridgedCall.this.onFault(fault);
    }

    @Override
    public void onOverrun() {
      fail(
          endings.of(
              Status.TOO_LARGE,
              "the server leaves more of the request unread than there's memory for"));
    }

    @Override
    public void onBroken() {
      onCancelled();
    }
  }

  private void onResponse(HttpClientResponse response) {
    if (ended) {
      return;
    }
    sent.forget();
    Map<String, String> headers = Metadata.of(response.headers());
    if (headers.containsKey(CODE)) {
      response.exceptionHandler(cause -> {});
      end(reply(headers));
    } else if (response.statusCode() != 200
        || !Metadata.isGrpc(headers.get(Metadata.CONTENT_TYPE))) {
      response.exceptionHandler(cause -> {});
      fail(endings.http(response.statusCode(), headers.get(Metadata.CONTENT_TYPE)));
    } else {
      follow(response, headers);
    }
  }

  private void follow(HttpClientResponse response, Map<String, String> headers) {
    GrpcFraming framing =
        new GrpcFraming(
            "answer", headers.get(Metadata.ENCODING), options.maxMessage(), endings.where());
    answer = new ResponseStream(context, response, windows, framing, new Answering(response));
    response.exceptionHandler(answer::onGone);
    call.exchange().answer(headers, answer);
  }

  private final class Answering implements ResponseStream.Owner {
    private final HttpClientResponse response;

    Answering(HttpClientResponse response) {
      this.response = response;
    }

    @Override
    public void onBytes(int count) {
      observer.onBytesRead(count);
    }

    @Override
    public void onEnd() {
      Map<String, String> trailers = Metadata.of(response.trailers());
      if (trailers.containsKey(CODE)) {
        end(reply(trailers));
      } else {
        fail(endings.noStatus());
      }
    }

    @Override
    public void onOverrun() {
      fail(
          endings.of(
              Status.TOO_LARGE,
              "the caller has left more of its answers unread than there's memory for"));
    }

    @Override
    public void onBroken(Throwable cause) {
      fail(failure(cause));
    }
  }

  private static Reply reply(Map<String, String> trailers) {
    boolean ok = GrpcStatus.of(trailers.get(CODE)) == GrpcStatus.OK;
    return new Reply(
        ok ? Status.OK : Status.EXCEPTION, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers);
  }

  /** The stream is gone, perhaps after its answer came. */
  private void onGone(Throwable cause) {
    if (answer == null) {
      fail(failure(cause));
    } else {
      answer.onGone(cause);
    }
  }

  private CallFailure failure(Throwable cause) {
    return cause instanceof CallFailure known
        ? known
        : endings.broken(
            cause, answer == null && (!request.isHeadSent() || isSendingAway.getAsBoolean()));
  }

  private void onCancelled() {
    fail(endings.cancelled());
  }

  private void end(Reply reply) {
    if (!ended) {
      ended = true;
      try {
        close();
        request.endEarly();
      } finally {
        promise.complete(reply);
      }
    }
  }

  /** What isn't foreseen here, or what the other side does not take. */
  private void onFault(RuntimeException fault) {
    fail(endings.of(Status.INTERNAL, "the call can't be sent: " + fault));
  }

  private void fail(CallFailure failure) {
    if (!ended) {
      ended = true;
      try {
        close();
        request.reset();
      } catch (RuntimeException e) {
        // what Vert.x can't write, the server hasn't heard of
      } finally {
        promise.fail(failure);
      }
    }
  }

  private void close() {
    call.onCancel(null);
    request.close();
    if (answer != null) {
      answer.stop();
    }
  }
}
