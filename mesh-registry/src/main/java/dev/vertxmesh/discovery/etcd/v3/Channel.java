package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.discovery.etcd.StoreUrl;
import dev.vertxmesh.discovery.rpc.BidiStream;
import dev.vertxmesh.discovery.rpc.RpcClient;
import dev.vertxmesh.discovery.rpc.RpcFailure;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * gRPC calls to one of several servers: always the same for as long as it answers, and after a
 * failure that's the server's the next.
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

  /**
   * More than twice etcd's own limit of a request, which also bounds each part of a watch's answer.
   * A listing asks for less at a time where this isn't enough.
   */
  private static final long LARGEST_MESSAGE = 4 << 20;

  private final TlsClient tls;
  private final RpcClient client;
  private final List<HostPort> endpoints;
  private final Credentials credentials;
  private final AtomicInteger turn;
  private final String welcome;

  /** Whether any server has ever answered. */
  private volatile boolean heard;

  Channel(Vertx vertx, StoreUrl url) {
    this.endpoints = url.endpoints();
    this.welcome = welcome(url);
    this.turn = new AtomicInteger(ThreadLocalRandom.current().nextInt(endpoints.size()));
    this.credentials =
        url.user() == null ? Credentials.none() : Credentials.of(this, url.user(), url.password());
    this.tls = url.openTls(vertx);
    this.client =
        new RpcClient(vertx, TlsClient.encrypt(SocketSetup.http2Client(), tls), LARGEST_MESSAGE);
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
    return client
        .call(target(used, method, token), request, parser, millis)
        .onSuccess(answer -> heard = true)
        .recover(e -> Future.failedFuture(failure(used, e)));
  }

  /** Messages both ways; each that comes is asked for. */
  BidiStream stream(Method method, MessageLite first, RpcClient.Listener listener) {
    int used = turn.get();
    return client.stream(
        credentials.token().map(token -> target(used, method, token)),
        first,
        new RpcClient.Listener() {
          @Override
          public void onMessage(byte[] message) {
            listener.onMessage(message);
          }

          @Override
          public void onEnd(Throwable cause) {
            listener.onEnd(failure(used, cause));
          }
        });
  }

  private RpcClient.Target target(int used, Method method, String token) {
    String mustHaveLeader = "true"; // a member that has none shall say so
    return new RpcClient.Target(
        endpoints.get(used),
        method.service,
        method.method,
        token == null
            ? Map.of("hasleader", mustHaveLeader)
            : Map.of("hasleader", mustHaveLeader, "token", token));
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

  /** What went wrong at this endpoint; the next attempt is at another if that may help. */
  private EtcdFailure failure(int used, Throwable cause) {
    EtcdFailure failure = told(endpoints.get(used).toString(), cause);
    if (failure.isOfThisServer()) {
      turn.compareAndSet(used, (used + 1) % endpoints.size());
    }
    return failure;
  }

  private EtcdFailure told(String endpoint, Throwable cause) {
    if (cause instanceof EtcdFailure told) {
      return told;
    }
    if (cause instanceof RpcFailure refused) {
      heard |= refused.isTold();
      return new EtcdFailure(endpoint, refused.status(), refused.getMessage());
    }
    return new EtcdFailure(endpoint, GrpcStatus.UNAVAILABLE, words(cause));
  }

  Future<Void> close() {
    if (tls != null) {
      tls.close();
    }
    return client.close();
  }
}
