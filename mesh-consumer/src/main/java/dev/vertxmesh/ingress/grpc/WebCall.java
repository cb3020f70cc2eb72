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
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.streams.ReadStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** One call that comes over gRPC-Web. Its status is the end of its answer's body. */
final class WebCall implements StalledCalls.Watched {

  private static final String CODE = "grpc-status";
  private static final String MESSAGE = "grpc-message";
  private static final int MOST_CHARS = 1024;
  private static final long NO_ERROR = 0;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Http2Windows windows;
  private final WebType type;
  private final WebType answerType;
  private final GrpcIngressOptions options;
  private final StalledCalls quiet;
  private final UnsentMessages unsent;
  private final WebBody body;
  private RequestMessages messages;
  private Call call;
  private boolean ended;

  /**
   * @param windows of the connection that it comes on
   */
  WebCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      WebType type,
      GrpcIngressOptions options,
      StalledCalls quiet) {
    this.vertx = vertx;
    this.request = request;
    this.response = request.response();
    this.windows = windows;
    this.type = type;
    this.answerType = type.ofAnswer(request.getHeader(HttpHeaders.ACCEPT));
    this.options = options;
    this.quiet = quiet;
    this.unsent = new UnsentMessages(request);
    this.body = new WebBody(vertx, response, answerType.text(), unsent);
  }

  void begin(Call made, Caller caller) {
    call = made;
    GrpcFraming framing =
        new GrpcFraming(
            "request", request.getHeader(Metadata.ENCODING), options.maxMessage(), options.where());
    messages =
        new RequestMessages(
            type.text() ? new Base64Requests(request, options.where()) : request,
            request.streamId(),
            windows,
            framing,
            call.record(),
            this::breakOff);
    call.exchange(new Exchange(messages, this::onAnswer));
    quiet.add(this);
    response.exceptionHandler(e -> {}); // it closes too
    response.closeHandler(closed -> onLeft());
    caller.call(call).onComplete(this::onReply, this::onFailure);
  }

  private void onAnswer(Map<String, String> metadata, ReadStream<Buffer> stream) {
    if (!ended) {
      putHead(metadata);
      body.pipe(stream, call.record());
    }
  }

  private void putHead(Map<String, String> metadata) {
    metadata.forEach(response.headers()::set);
    response.putHeader(HttpHeaders.CONTENT_TYPE, answerType.contentType());
    if (request.version() != HttpVersion.HTTP_2) {
      response.setChunked(true);
    }
  }

  private void onReply(Reply reply) {
    reply.payload().release();
    Map<String, String> trailers = new LinkedHashMap<>(reply.attachments());
    boolean ok = reply.status() == Status.OK;
    trailers.putIfAbsent(CODE, "" + (ok ? GrpcStatus.OK : GrpcStatus.UNKNOWN).code());
    trailers.remove(Metadata.CONTENT_TYPE); // of a server that had nothing else to say
    end(trailers);
  }

  private void onFailure(Throwable cause) {
    refuse(CallFailure.of(cause, options.where()));
  }

  /** What the client sends is no gRPC-Web: the call is over at both ends. */
  private void breakOff(CallFailure failure) {
    if (!ended) {
      call.record().refuse(failure);
    }
    refuse(failure);
    call.cancel();
  }

  void refuse(CallFailure failure) {
    String detail = failure.where() + ": " + failure.getMessage();
    String text = detail.length() <= MOST_CHARS ? detail : detail.substring(0, MOST_CHARS);
    end(
        Map.of(
            CODE,
            "" + ErrorTable.of(failure.status()).grpc(),
            MESSAGE,
            StatusMessage.encode(text)));
  }

  @Override
  public int passed() {
    return messages.passed() + body.passed() + windows.pings();
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

  private void onLeft() {
    quiet.remove(this);
    unsent.close();
    if (!ended) {
      ended = true;
      body.stop();
      call.cancel();
    }
  }

  private void end(Map<String, String> trailers) {
    if (ended) {
      return;
    }
    ended = true;
    if (!response.headWritten()) {
      putHead(Map.of());
    }
    body.end(trailers).onComplete(written -> leave());
  }

  /** Who still sends is told that nobody reads; not before the answer's end has left. */
  private void leave() {
    quiet.remove(this);
    if (messages != null && messages.isOver() || request.isEnded()) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      vertx.runOnContext(later -> response.reset(NO_ERROR));
    } else {
      request.connection().close();
    }
  }
}
