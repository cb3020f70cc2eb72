package dev.vertxmesh.discovery.etcd.v2;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.discovery.etcd.StoreUrl;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.net.tls.TlsClient;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import mousio.client.ConnectionState;
import mousio.client.promises.ResponsePromise;
import mousio.client.retry.RetryPolicy;
import mousio.etcd4j.EtcdClient;
import mousio.etcd4j.EtcdSecurityContext;
import mousio.etcd4j.requests.EtcdRequest;
import mousio.etcd4j.responses.EtcdErrorCode;
import mousio.etcd4j.responses.EtcdException;
import mousio.etcd4j.transport.EtcdNettyClient;
import mousio.etcd4j.transport.EtcdNettyConfig;

/**
 * Requests to one of several servers: always the same for as long as it answers, and after a
 * failure the next. Etcd4j itself is told to try nothing twice, since it's asked again in any case.
 */
final class Etcd2Servers {

  private static final int CONNECT_MILLIS = 1_500;

  /** A listing is one answer, which is parsed as a whole. */
  private static final int LARGEST_ANSWER =
      (int) Math.min(Integer.MAX_VALUE, EntryBounds.room() / 2);

  private static final RetryPolicy ONCE =
      new RetryPolicy(0) {
        @Override
        public boolean shouldRetry(ConnectionState state) {
          return false;
        }
      };

  private final TlsClient tls;
  private final List<HostPort> endpoints;
  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("mesh-registry-etcd2", true), NioIoHandler.newFactory());
  private final List<EtcdClient> clients;
  private final AtomicInteger turn;

  Etcd2Servers(Vertx vertx, StoreUrl url) {
    TimeoutLogFilter.silence();
    endpoints = url.endpoints();
    turn = new AtomicInteger(ThreadLocalRandom.current().nextInt(endpoints.size()));
    tls = url.openTls(vertx);
    SslContext ssl = tls == null ? null : tls.forNetty();
    String password = url.password();
    clients =
        endpoints.stream()
            .map(
                endpoint ->
                    client(
                        endpoint,
                        new EtcdSecurityContext(
                            ssl == null ? null : new ServerTls(ssl, endpoint),
                            url.user(),
                            password)))
            .toList();
  }

  private EtcdClient client(HostPort endpoint, EtcdSecurityContext security) {
    EtcdNettyConfig config =
        new EtcdNettyConfig()
            .setConnectTimeout(CONNECT_MILLIS)
            .setMaxFrameSize(LARGEST_ANSWER)
            .setEventLoopGroup(thread, false);
    URI uri = URI.create((security.hasNettySsl() ? "https://" : "http://") + endpoint);
    EtcdClient client = new EtcdClient(new EtcdNettyClient(config, security, uri));
    client.setRetryHandler(ONCE);
    return client;
  }

  /**
   * One attempt. Completes on etcd4j's thread; what every server would refuse fails with its {@link
   * EtcdException}, everything else with a {@link RegistryFailure}.
   */
  <R> Future<R> ask(Function<EtcdClient, EtcdRequest<R>> request, long millis) {
    Promise<R> answer = Promise.promise();
    try {
      thread.execute(() -> send(request, millis, answer));
    } catch (RejectedExecutionException e) {
      answer.fail(new RegistryFailure("the registry was closed", null));
    }
    return answer.future();
  }

  /** On the thread that answers come on: etcd4j loses one that is there before its listener is. */
  private <R> void send(
      Function<EtcdClient, EtcdRequest<R>> request, long millis, Promise<R> answer) {
    int used = turn.get();
    try {
      EtcdRequest<R> prepared = request.apply(clients.get(used));
      prepared.timeout(millis, TimeUnit.MILLISECONDS);
      prepared.send().addListener(done -> onAnswer(used, done, answer));
    } catch (IOException | RuntimeException e) {
      answer.tryFail(failure(used, e));
    }
  }

  private <R> void onAnswer(int used, ResponsePromise<R> done, Promise<R> answer) {
    if (done.getException() != null) {
      answer.tryFail(failure(used, done.getException()));
    } else if (done.getNow() == null) {
      answer.tryFail(failure(used, new IOException("ended without an answer")));
    } else {
      answer.tryComplete(done.getNow());
    }
  }

  private Throwable failure(int used, Throwable cause) {
    if (cause instanceof EtcdException refused && !isOfThisServer(refused)) {
      return cause;
    }
    turn.compareAndSet(used, (used + 1) % clients.size());
    return new RegistryFailure(endpoints.get(used) + ": " + FailureReason.of(cause), cause);
  }

  /** Whether it's about this server, such as one that has lost the others. */
  private static boolean isOfThisServer(EtcdException refused) {
    return refused.isErrorCode(EtcdErrorCode.RaftInternal)
        || refused.isErrorCode(EtcdErrorCode.LeaderElect);
  }

  Future<Void> close() {
    if (tls != null) {
      tls.close();
    }
    Promise<Void> closed = Promise.promise();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(done -> closed.tryComplete());
    return closed.future();
  }
}
