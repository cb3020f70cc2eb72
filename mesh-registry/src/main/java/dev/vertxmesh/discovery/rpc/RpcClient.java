package dev.vertxmesh.discovery.rpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.vertxmesh.address.HostPort;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClient;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.GrpcClientRequest;
import io.vertx.grpc.client.GrpcClientResponse;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.MessageSizeOverflowException;
import io.vertx.grpc.common.ServiceName;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** gRPC calls, all on one event loop, over one connection for each server. */
public final class RpcClient {

  /**
   * What is asked of whom.
   *
   * @param headers that the call has besides
   */
  public record Target(
      HostPort server, ServiceName service, String method, Map<String, String> headers) {}

  /** Told what comes of a stream, on the event loop. */
  public interface Listener {

    /** The next one comes when {@link BidiStream#next} was called. */
    void onMessage(byte[] message);

    /** The last that it's told. */
    void onEnd(Throwable cause);
  }

  private static final int SILENT_PEER_MILLIS = 5_000;
  private static final int WINDOW = 1 << 20;

  private final Context context;
  private final GrpcClient client;
  private final long largestMessage;

  /**
   * @param options of {@link dev.vertxmesh.net.SocketSetup#http2Client}
   * @param largestMessage bytes of an answer
   */
  public RpcClient(Vertx vertx, HttpClientOptions options, long largestMessage) {
    this.context = vertx.getOrCreateContext();
    this.largestMessage = largestMessage;
    this.client =
        GrpcClient.client(
            vertx,
            new GrpcClientOptions()
                .setScheduleDeadlineAutomatically(true)
                .setMaxMessageSize(largestMessage),
            windows(options));
  }

  private static HttpClientOptions windows(HttpClientOptions options) {
    return options
        .setTcpUserTimeout(SILENT_PEER_MILLIS)
        .setInitialSettings(new Http2Settings().setInitialWindowSize(WINDOW))
        .setHttp2ConnectionWindowSize(4 * WINDOW);
  }

  /** A request and its answer; may be called on any thread. */
  public <T> Future<T> call(Target target, MessageLite request, Parser<T> parser, long millis) {
    Promise<T> answer = Promise.promise();
    context.runOnContext(
        nothing -> {
          long deadline = context.owner().setTimer(millis, id -> answer.tryFail(tooLate(millis)));
          answer.future().onComplete(done -> context.owner().cancelTimer(deadline));
          Future.succeededFuture()
              .compose(begun -> open(target)) // which throws once it's closed
              .compose(call -> ask(call, request, millis, answer))
              .compose(response -> answer(response, parser))
              .onSuccess(answer::tryComplete)
              .onFailure(answer::tryFail);
        });
    return answer.future();
  }

  /** A process that stands still takes connections, and then says nothing. */
  private static Throwable tooLate(long millis) {
    return new TimeoutException("no answer within " + millis + " ms");
  }

  private static Future<GrpcClientResponse<Buffer, Buffer>> ask(
      GrpcClientRequest<Buffer, Buffer> call, MessageLite request, long millis, Promise<?> answer) {
    if (answer.future().isComplete()) { // nobody waits any more, and it must not be done twice
      call.cancel();
      return Future.failedFuture(answer.future().cause());
    }
    call.timeout(millis, TimeUnit.MILLISECONDS);
    call.end(Buffer.buffer(request.toByteArray()));
    return call.response();
  }

  private <T> Future<T> answer(GrpcClientResponse<Buffer, Buffer> response, Parser<T> parser) {
    return response
        .last()
        .transform(
            done ->
                response.status() == GrpcStatus.OK && done.succeeded() && done.result() != null
                    ? parse(parser, done.result())
                    : Future.failedFuture(refusal(response, done.cause())));
  }

  private static <T> Future<T> parse(Parser<T> parser, Buffer message) {
    try {
      return Future.succeededFuture(parser.parseFrom(message.getBytes()));
    } catch (InvalidProtocolBufferException e) {
      return Future.failedFuture(e);
    }
  }

  /**
   * Messages both ways; each that comes is asked for.
   *
   * @param target completed once it's known in whose name
   */
  public BidiStream stream(Future<Target> target, MessageLite first, Listener listener) {
    BidiStream stream = new BidiStream(context, listener::onEnd);
    context.runOnContext(
        nothing ->
            target
                .compose(this::open)
                .onSuccess(
                    call -> {
                      stream.begin(call, first);
                      call.response()
                          .onSuccess(response -> follow(response, stream, listener))
                          .onFailure(stream::fail);
                    })
                .onFailure(stream::fail));
    return stream;
  }

  private void follow(
      GrpcClientResponse<Buffer, Buffer> response, BidiStream stream, Listener listener) {
    response.exceptionHandler(stream::fail);
    response.endHandler(end -> stream.fail(refusal(response, null)));
    response.handler(message -> listener.onMessage(message.getBytes()));
    stream.read(response);
  }

  private Future<GrpcClientRequest<Buffer, Buffer>> open(Target target) {
    HostPort server = target.server;
    return client
        .request(SocketAddress.inetSocketAddress(server.port(), server.host()))
        .onSuccess(
            call -> {
              call.serviceName(target.service).methodName(target.method);
              target.headers.forEach((name, value) -> call.headers().set(name, value));
            });
  }

  private RpcFailure refusal(GrpcClientResponse<Buffer, Buffer> response, Throwable cause) {
    GrpcStatus status = response.status();
    String message = response.statusMessage();
    boolean told = status != null;
    if (cause instanceof MessageSizeOverflowException) {
      status = GrpcStatus.RESOURCE_EXHAUSTED;
      message = "an answer of more than " + largestMessage + " bytes";
    } else if (status == null
        || status == GrpcStatus.OK) { // it broke off, or ended without an answer
      status = GrpcStatus.UNAVAILABLE;
      message = cause == null ? "ended without a word" : cause.getMessage();
    }
    return new RpcFailure(status, message, told);
  }

  /** Closes the connections. */
  public Future<Void> close() {
    return client.close();
  }
}
