package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.StatusDetails;
import dev.vertxmesh.grpc.StatusMessage;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.ResponseAbort;
import dev.vertxmesh.ingress.ErrorTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.streams.ReadStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** One call of a client. It ends once: with a status, or because its client left. */
abstract class IncomingCall implements StalledCalls.Watched {

  static final String CODE = "grpc-status";
  static final String MESSAGE = "grpc-message";

  /** A status has to fit in what a client takes of headers, which is 8 KiB with most. */
  private static final int MOST_CHARS = 1024;

  /**
   * So long what still comes over HTTP/1.1 is thrown away before its connection is closed: closed
   * at once, it would take the answer with it, or the client's next request.
   */
  private static final long LINGER_MILLIS = 1_000;

  /** What HTTP/2 resets a stream with whose answer says all there is to say. */
  private static final long NO_ERROR = 0;

  final HttpServerRequest request;
  final HttpServerResponse response;
  final GrpcIngressOptions options;
  final ResponsePump answer;
  private final Vertx vertx;
  private final Http2Windows windows;
  private final StalledCalls quiet;
  private final UnsentMessages unsent;
  private RequestMessages messages;
  private Call call;
  private CallFailure failure;
  private boolean ended;

  /**
   * @param windows of the connection that it comes on
   * @param answer what its answer goes out by
   */
  IncomingCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      GrpcIngressOptions options,
      StalledCalls quiet,
      ResponsePump answer) {
    this.vertx = vertx;
    this.request = request;
    this.response = request.response();
    this.windows = windows;
    this.options = options;
    this.quiet = quiet;
    this.answer = answer;
    this.unsent = answer.unsent();
  }

  /** What the client sends, in gRPC's framing. */
  abstract ReadStream<Buffer> requests();

  /** How the client compresses what it sends; null if it doesn't. */
  String encoding() {
    return request.getHeader(Metadata.ENCODING);
  }

  /** Nobody reads its messages any more: lets go of what is held of them. */
  void letGo(RequestMessages unread) {}

  /**
   * The head of the answer, before anything of its body.
   *
   * @throws IllegalArgumentException if the metadata can't be passed on
   */
  abstract void putHead(Map<String, String> metadata);

  /** Writes the last of the answer. */
  abstract Future<Void> putEnd(Map<String, String> trailers);

  final void begin(Call made, Caller caller) {
    call = made;
    GrpcFraming framing =
        new GrpcFraming("request", encoding(), options.maxMessage(), options.where());
    messages =
        new RequestMessages(
            requests(), request.streamId(), windows, framing, call.record(), this::breakOff);
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
      putHead(metadata);
    } catch (IllegalArgumentException e) { // of Vert.x, which is stricter than Netty
      String detail = "the answer's metadata: " + e.getMessage();
      breakOff(new CallFailure(Status.PROVIDER_ERROR, options.where(), detail));
      return;
    }
    answer.begin(stream, call.record());
  }

  private void onReply(Reply reply) {
    reply.payload().release();
    Map<String, String> trailers = reply.attachments();
    if (!ended && !trailers.containsKey(CODE)) {
      GrpcStatus status = reply.status() == Status.OK ? GrpcStatus.OK : GrpcStatus.UNKNOWN;
      trailers = new LinkedHashMap<>(trailers);
      trailers.put(CODE, "" + status.code());
    }
    end(trailers);
  }

  private void onFailure(Throwable cause) {
    refuse(CallFailure.of(cause, options.where()), call);
  }

  /** What the client sends is no gRPC, or the answer can't be passed on: it's over at both ends. */
  final void breakOff(CallFailure failure) {
    if (!ended) {
      call.record().refuse(failure);
    }
    refuse(failure, call);
    call.cancel();
  }

  /** Ends it before anything is made of it. */
  final void refuse(CallFailure failure) {
    refuse(failure, CallRecord.idOf(request.getHeader(CallRecord.ID)));
  }

  /** Ends it, and tells the call's id. */
  final void refuse(CallFailure failure, Call refused) {
    refuse(failure, refused.id());
  }

  private void refuse(CallFailure failure, String id) {
    this.failure = failure;
    String detail = failure.where() + ": " + failure.getMessage();
    String text = detail.length() <= MOST_CHARS ? detail : detail.substring(0, MOST_CHARS);
    int grpc = ErrorTable.of(failure.status()).grpc();
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put(CODE, "" + grpc);
    trailers.put(MESSAGE, StatusMessage.encode(text));
    trailers.put(CallRecord.ID, id);
    if (failure.retryAfterMillis() > 0) {
      String details = StatusDetails.retryIn(grpc, text, failure.retryAfterMillis());
      trailers.put(StatusDetails.TRAILER, details);
    }
    end(trailers);
  }

  /** Why it has ended without the provider's word; null if it hasn't. */
  final CallFailure failure() {
    return failure;
  }

  @Override
  public final int passed() {
    return messages.passed() + answer.passed() + windows.pings();
  }

  @Override
  public final void onQuiet() {
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
      answer.stop();
      call.cancel();
      letGo();
    }
  }

  private void end(Map<String, String> trailers) {
    if (!ended) {
      ended = true;
      answer.stop();
      letGo();
      putEnd(trailers).onComplete(written -> leave());
    }
  }

  private void letGo() {
    if (messages != null) {
      letGo(messages);
    }
  }

  /** Who still sends is told that nobody reads; not before the answer's end has left. */
  private void leave() {
    quiet.remove(this);
    if (isRead()) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      vertx.runOnContext(later -> response.reset(NO_ERROR));
      return;
    }
    if (messages != null) {
      messages.drop();
    }
    if (!isRead()) {
      vertx.setTimer(LINGER_MILLIS, later -> closeUnlessRead());
    }
  }

  private boolean isRead() {
    return messages != null && messages.isOver() || request.isEnded();
  }

  private void closeUnlessRead() {
    if (!isRead()) {
      request.connection().close();
    }
  }
}
