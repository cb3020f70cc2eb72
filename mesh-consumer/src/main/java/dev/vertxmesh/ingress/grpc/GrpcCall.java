package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.StatusMessage;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.ResponseAbort;
import dev.vertxmesh.ingress.ErrorTable;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.streams.ReadStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** One call that comes over gRPC. It ends once: with trailers, or because its client left. */
final class GrpcCall implements StalledCalls.Watched {

  private static final CharSequence GRPC = HttpHeaders.createOptimized("application/grpc");
  private static final String CODE = "grpc-status";
  private static final String MESSAGE = "grpc-message";

  /** A status has to fit in what a client takes of headers, which is 8 KiB with most. */
  private static final int MOST_CHARS = 1024;

  /** What HTTP/2 resets a stream with whose answer says all there is to say. */
  private static final long NO_ERROR = 0;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Http2Windows windows;
  private final GrpcIngressOptions options;
  private final StalledCalls quiet;
  private final Caller caller;
  private final UnsentMessages unsent;
  private RequestMessages messages;
  private ResponsePump answer;
  private Call call;
  private boolean ended;

  /**
   * @param windows of the connection that it comes on
   */
  GrpcCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      GrpcIngressOptions options,
      StalledCalls quiet,
      Caller caller) {
    this.vertx = vertx;
    this.request = request;
    this.response = request.response();
    this.windows = windows;
    this.options = options;
    this.quiet = quiet;
    this.caller = caller;
    this.unsent = new UnsentMessages(request);
  }

  void begin(Call made) {
    call = made;
    GrpcFraming framing =
        new GrpcFraming(
            "request", request.getHeader(Metadata.ENCODING), options.maxMessage(), options.where());
    messages =
        new RequestMessages(
            request, request.streamId(), windows, framing, call.record(), this::breakOff);
    call.exchange(new Exchange(messages, this::onAnswer));
    quiet.add(this);
    response.exceptionHandler(error -> {}); // it closes too
    response.closeHandler(closed -> onLeft());
    caller.call(call).onComplete(this::onReply, this::onFailure);
  }

  private void onAnswer(Map<String, String> metadata, ReadStream<Buffer> stream) {
    if (ended) {
      return; // who answers was told that nobody waits
    }
    try {
      Metadata.put(response.headers(), metadata);
    } catch (IllegalArgumentException e) { // of Vert.x, which is stricter than Netty
      String detail = "the answer's metadata: " + e.getMessage();
      breakOff(new CallFailure(Status.PROVIDER_ERROR, options.where(), detail));
      return;
    }
    answer = new ResponsePump(vertx, stream, response, unsent, call.record());
    answer.begin();
  }

  private void onReply(Reply reply) {
    reply.payload().release();
    if (!ended) {
      Map<String, String> trailers = reply.attachments();
      if (!trailers.containsKey(CODE)) {
        GrpcStatus status = reply.status() == Status.OK ? GrpcStatus.OK : GrpcStatus.UNKNOWN;
        trailers = new LinkedHashMap<>(trailers);
        trailers.put(CODE, "" + status.code());
      }
      end(trailers);
    }
  }

  private void onFailure(Throwable cause) {
    refuse(CallFailure.of(cause, options.where()));
  }

  /** What the client sends is no gRPC: the call is over at both ends. */
  private void breakOff(CallFailure failure) {
    if (!ended) {
      call.record().refuse(failure);
    }
    refuse(failure);
    call.cancel();
  }

  void refuse(CallFailure failure) {
    if (!ended) {
      String detail = failure.where() + ": " + failure.getMessage();
      String text = detail.length() <= MOST_CHARS ? detail : detail.substring(0, MOST_CHARS);
      end(
          Map.of(
              CODE,
              "" + ErrorTable.of(failure.status()).grpc(),
              MESSAGE,
              StatusMessage.encode(text)));
    }
  }

  @Override
  public int passed() {
    return messages.passed() + (answer == null ? 0 : answer.passed()) + windows.pings();
  }

  @Override
  public void onQuiet() {
    boolean taken = !ended && !response.writeQueueFull();
    if (!ended) {
      breakOff(StalledCalls.failure(options.where(), quiet.boundMillis()));
    }
    if (!taken) {
      ResponseAbort.answer(request); // the status would wait behind what the client doesn't read
    }
  }

  /** The client's connection has ended, or it doesn't want the answer any more. */
  private void onLeft() {
    quiet.remove(this);
    unsent.close();
    if (!ended) {
      ended = true;
      call.cancel();
    }
  }

  private void end(Map<String, String> trailers) {
    ended = true;
    if (answer != null) {
      answer.end();
    }
    boolean alone = !response.headWritten();
    putLast(alone ? response.headers() : response.trailers(), trailers);
    if (alone && !response.headers().contains(HttpHeaders.CONTENT_TYPE)) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, GRPC);
    }
    response.end().onComplete(written -> leave());
  }

  /** Who still sends is told that nobody reads; not before the answer's end has left. */
  private void leave() {
    quiet.remove(this);
    if (messages == null || !messages.isOver()) {
      vertx.runOnContext(later -> response.reset(NO_ERROR));
    }
  }

  /** Who waits for the end must hear of it, even if a server's own words can't be passed on. */
  private static void putLast(MultiMap headers, Map<String, String> trailers) {
    try {
      Metadata.put(headers, trailers);
    } catch (IllegalArgumentException e) { // of Vert.x, which is stricter than Netty
      String text = "the answer's trailers: " + e.getMessage();
      headers.set(CODE, "" + GrpcStatus.INTERNAL.code());
      headers.set(MESSAGE, StatusMessage.encode(text));
    }
  }
}
