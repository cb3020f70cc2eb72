package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.discovery.etcd.StoreUrl;
import dev.vertxmesh.net.SocketSetup;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClient;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.GrpcClientRequest;
import io.vertx.grpc.client.GrpcClientResponse;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.MessageSizeOverflowException;
import io.vertx.grpc.common.ServiceName;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * gRPC calls to one of several servers: always the same for as long as it answers, and after a
 * failure that's the server's the next. All on one event loop.
 */
final class Channel {

  /** One of etcd's services and methods. */
  enum Method {
    RANGE("KV", "Range"),
    PUT("KV", "Put"),
    DELETE("KV", "DeleteRange"),
    WATCH("Watch", "Watch"),
    GRANT("Lease", "LeaseGrant"),
    REVOKE("Lease", "LeaseRevoke"),
    KEEP_ALIVE("Lease", "LeaseKeepAlive"),
    AUTHENTICATE("Auth", "Authenticate");

    private final ServiceName service;
    private final String method;

    Method(String service, String method) {
      this.service = ServiceName.create("etcdserverpb", service);
      this.method = method;
    }
  }

  private static final int SILENT_PEER_MILLIS = 5_000;
  private static final int WINDOW = 1 << 20;

  /**
   * More than twice etcd's own limit of a request, which also bounds each part of a watch's answer.
   * A listing asks for less at a time where this isn't enough.
   */
  private static final long LARGEST_MESSAGE = 4 << 20;

  private final Context context;
  private final GrpcClient client;
  private final List<HostPort> endpoints;
  private final Credentials credentials;
  private final AtomicInteger turn;
  private final String welcome;

  /** Whether any server has ever answered. */
  private volatile boolean heard;

  Channel(Vertx vertx, StoreUrl url) {
    this.context = vertx.getOrCreateContext();
    this.endpoints = url.endpoints();
    this.welcome = welcome(url);
    this.turn = new AtomicInteger(ThreadLocalRandom.current().nextInt(endpoints.size()));
    this.credentials =
        url.user() == null ? Credentials.none() : new Credentials(this, url.user(), url.password());
    this.client =
        GrpcClient.client(
            vertx,
            new GrpcClientOptions()
                .setScheduleDeadlineAutomatically(true)
                .setMaxMessageSize(LARGEST_MESSAGE),
            http(url));
  }

  /** What may be wrong where not even the first answer comes. */
  private static String welcome(StoreUrl url) {
    if (url.tls() == null) {
      return "; it may want TLS";
    }
    return url.tls().certificate() == null
        ? "; it may want a client's certificate, which cert and key name"
        : "; it may not take the certificate that cert names";
  }

  private static HttpClientOptions http(StoreUrl url) {
    return SocketSetup.http2Client(url.tls())
        .setTcpUserTimeout(SILENT_PEER_MILLIS)
        .setInitialSettings(new Http2Settings().setInitialWindowSize(WINDOW))
        .setHttp2ConnectionWindowSize(4 * WINDOW);
  }

  /** A request and its answer; fails with an {@link EtcdFailure}. */
  <T> Future<T> call(Method method, MessageLite request, Parser<T> answer, long millis) {
    Future<String> known = credentials.token();
    return known
        .compose(token -> attempt(method, request, answer, millis, token))
        .recover(
            e ->
                credentials.renew(e, known)
                    ? credentials
                        .token()
                        .compose(token -> attempt(method, request, answer, millis, token))
                    : Future.failedFuture(e));
  }

  /** The same, and whatever the credentials are. */
  <T> Future<T> attempt(
      Method method, MessageLite request, Parser<T> parser, long millis, String token) {
    int used = turn.get();
    Promise<T> answer = Promise.promise();
    context.runOnContext(
        nothing -> {
          long deadline = context.owner().setTimer(millis, id -> answer.tryFail(tooLate(millis)));
          answer.future().onComplete(done -> context.owner().cancelTimer(deadline));
          Future.succeededFuture()
              .compose(begun -> open(used, method, token)) // which throws once it's closed
              .compose(call -> ask(call, request, millis, answer))
              .compose(response -> answer(used, response, parser))
              .onSuccess(answer::tryComplete)
              .onFailure(answer::tryFail);
        });
    return answer.future().recover(e -> Future.failedFuture(failure(used, e)));
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

  private <T> Future<T> answer(
      int used, GrpcClientResponse<Buffer, Buffer> response, Parser<T> parser) {
    return response
        .last()
        .transform(
            done -> {
              GrpcStatus status = response.status();
              heard |= status != null;
              if (status == GrpcStatus.OK && done.succeeded() && done.result() != null) {
                return parse(parser, done.result());
              }
              return Future.failedFuture(refusal(used, response, done.cause()));
            });
  }

  private static <T> Future<T> parse(Parser<T> parser, Buffer message) {
    try {
      return Future.succeededFuture(parser.parseFrom(message.getBytes()));
    } catch (InvalidProtocolBufferException e) {
      return Future.failedFuture(e);
    }
  }

  /** Told what comes of a stream, on the event loop. */
  interface Listener {

    void onMessage(byte[] message);

    /** The last that it's told. */
    void onEnd(Throwable cause);
  }

  /** Messages both ways; each that comes is asked for. */
  BidiStream stream(Method method, MessageLite first, Listener listener) {
    int used = turn.get();
    BidiStream stream = new BidiStream(context, e -> listener.onEnd(failure(used, e)));
    context.runOnContext(
        nothing ->
            credentials
                .token()
                .compose(token -> open(used, method, token))
                .onSuccess(
                    call -> {
                      stream.begin(call, first);
                      call.response()
                          .onSuccess(response -> follow(used, response, stream, listener))
                          .onFailure(stream::fail);
                    })
                .onFailure(stream::fail));
    return stream;
  }

  private void follow(
      int used, GrpcClientResponse<Buffer, Buffer> response, BidiStream stream, Listener listener) {
    response.exceptionHandler(stream::fail);
    response.endHandler(end -> stream.fail(refusal(used, response, null)));
    response.handler(message -> listener.onMessage(message.getBytes()));
    stream.read(response);
  }

  private Future<GrpcClientRequest<Buffer, Buffer>> open(int used, Method method, String token) {
    HostPort endpoint = endpoints.get(used);
    return client
        .request(SocketAddress.inetSocketAddress(endpoint.port(), endpoint.host()))
        .onSuccess(
            call -> {
              call.serviceName(method.service).methodName(method.method);
              call.headers().set("hasleader", "true"); // a member that has none shall say so
              if (token != null) {
                call.headers().set("token", token);
              }
            });
  }

  /**
   * In TLS 1.3 a server looks at a client's certificate when the client believes to be in, and all
   * that's seen of a refusal is the end of the connection.
   */
  private String words(Throwable cause) {
    return isEnd(cause) && !heard ? cause.getMessage() + welcome : FailureReason.of(cause);
  }

  /** Vert.x says it with either, by how far the connection has come. */
  private static boolean isEnd(Throwable cause) {
    return cause instanceof HttpClosedException || cause.getClass() == VertxException.class;
  }

  private EtcdFailure refusal(
      int used, GrpcClientResponse<Buffer, Buffer> response, Throwable cause) {
    GrpcStatus status = response.status();
    String message = response.statusMessage();
    if (cause instanceof MessageSizeOverflowException) {
      status = GrpcStatus.RESOURCE_EXHAUSTED;
      message = "an answer of more than " + LARGEST_MESSAGE + " bytes";
    } else if (status == null
        || status == GrpcStatus.OK) { // it broke off, or ended without an answer
      status = GrpcStatus.UNAVAILABLE;
      message = cause == null ? "ended without a word" : cause.getMessage();
    }
    return new EtcdFailure(endpoints.get(used).toString(), status, message);
  }

  /** What went wrong at this endpoint; the next attempt is at another if that may help. */
  private EtcdFailure failure(int used, Throwable cause) {
    EtcdFailure failure =
        cause instanceof EtcdFailure told
            ? told
            : new EtcdFailure(endpoints.get(used).toString(), GrpcStatus.UNAVAILABLE, words(cause));
    if (failure.isOfThisServer()) {
      turn.compareAndSet(used, (used + 1) % endpoints.size());
    }
    return failure;
  }

  Future<Void> close() {
    return client.close();
  }
}
