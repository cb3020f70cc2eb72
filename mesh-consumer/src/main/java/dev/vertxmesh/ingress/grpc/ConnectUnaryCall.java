package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.grpc.connect.ConnectCode;
import dev.vertxmesh.ingress.grpc.connect.ConnectEnd;
import dev.vertxmesh.ingress.grpc.connect.ConnectQuery;
import dev.vertxmesh.ingress.grpc.connect.ConnectType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One unary call that comes over Connect: bodies are messages as they are, or an error in JSON. */
final class ConnectUnaryCall extends IncomingCall {

  private static final String TRAILER = "trailer-";
  private static final String JSON = "application/json";
  private static final int NOT_FOUND = 404;

  private final Vertx vertx;
  private final ConnectType type;
  private final ConnectQuery query;
  private UnaryRequest sent;
  private String answerEncoding;
  private int httpStatus;

  /**
   * @param windows of the connection that it comes on
   * @param query what a GET says; null for a POST
   */
  ConnectUnaryCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      ConnectType type,
      ConnectQuery query,
      GrpcIngressOptions options,
      StalledCalls quiet) {
    super(vertx, request, windows, options, quiet, new UnaryBody(vertx, request));
    this.vertx = vertx;
    this.type = type;
    this.query = query;
    body().onBroken((status, why) -> breakOff(new CallFailure(status, options.where(), why)));
  }

  @Override
  String encoding() {
    return query == null ? request.getHeader(type.encodingHeader()) : query.compression();
  }

  private boolean isCompressed() {
    String encoding = encoding();
    return encoding != null && !encoding.isEmpty() && !encoding.equals("identity");
  }

  @Override
  ReadStream<Buffer> requests() {
    if (query == null) {
      sent = new UnaryRequest(vertx, request, isCompressed(), options);
      return sent.begin();
    }
    byte[] message = query.message();
    return FilledStream.of(
        Buffer.buffer(MessageBounds.PREFIX + message.length)
            .appendByte((byte) (isCompressed() && message.length > 0 ? 1 : 0))
            .appendInt(message.length)
            .appendBytes(message));
  }

  /** It was read without anybody's demand: that it has ended doesn't say that somebody has it. */
  @Override
  void letGo(RequestMessages unread) {
    if (sent != null) {
      unread.drop();
      sent.close();
    }
  }

  @Override
  void putHead(Map<String, String> metadata) {
    Metadata.put(response.headers(), ConnectEnd.metadata(metadata));
    answerEncoding = metadata.get(Metadata.ENCODING);
    String accepted = metadata.get(Metadata.ACCEPT_ENCODING);
    if (accepted != null) {
      response.putHeader(type.acceptHeader(), accepted);
    }
  }

  /** Ends it with a status of HTTP's own, which Connect has no code for. */
  void refuse(int status, CallFailure why, Call refused) {
    httpStatus = status;
    refuse(why, refused);
  }

  @Override
  Future<Void> putEnd(Map<String, String> trailers) {
    ConnectEnd end = ConnectEnd.of(trailers);
    if (httpStatus != 0) {
      end = new ConnectEnd(GrpcStatus.UNKNOWN, end.message(), end.details(), end.metadata());
    } else if (!end.isError() && !body().isWhole()) {
      end = withoutMessage(end);
    }
    try {
      Metadata.put(response.headers(), trailing(end.metadata()));
    } catch (IllegalArgumentException e) { // of Vert.x, which is stricter than Netty
      end = with(GrpcStatus.INTERNAL, "the answer's trailers: " + e.getMessage());
    }
    if (end.isError()) {
      return putError(end);
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, type.contentType());
    if (body().isCompressed() && answerEncoding != null) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, answerEncoding);
    }
    return body().end();
  }

  private Future<Void> putError(ConnectEnd end) {
    boolean unknown = failure() != null && failure().status() == Status.NO_SERVICE;
    int status = unknown ? NOT_FOUND : ConnectCode.http(end.status());
    response.setStatusCode(httpStatus == 0 ? status : httpStatus);
    if (failure() != null && failure().retryAfterMillis() > 0) {
      long seconds = (failure().retryAfterMillis() + 999) / 1_000;
      response.putHeader("retry-after", "" + seconds);
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    return body().end(end.error().toBuffer());
  }

  /** What gRPC's clients make of it, too. */
  private ConnectEnd withoutMessage(ConnectEnd end) {
    ConnectEnd error =
        with(GrpcStatus.UNIMPLEMENTED, "the answer has ended without a message, expected one");
    return new ConnectEnd(error.status(), error.message(), error.details(), end.metadata());
  }

  private ConnectEnd with(GrpcStatus status, String detail) {
    String text = options.where() + ": " + detail;
    return new ConnectEnd(status, text, List.of(), Map.of());
  }

  private static Map<String, String> trailing(Map<String, String> metadata) {
    Map<String, String> trailing = new LinkedHashMap<>();
    metadata.forEach((name, value) -> trailing.put(TRAILER + name, value));
    return trailing;
  }

  private UnaryBody body() {
    return (UnaryBody) answer;
  }
}
