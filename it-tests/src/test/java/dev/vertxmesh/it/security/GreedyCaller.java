package dev.vertxmesh.it.security;

import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * gRPC calls of a rate of their own to several gateways in turn, on a connection each, whatever
 * becomes of them. Where hundreds wait to be answered it waits, too.
 */
final class GreedyCaller implements AutoCloseable {

  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MOST_IN_FLIGHT = 300;
  private static final String OK = "0";
  private static final String EXHAUSTED = "8";

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClientAgent client;
  private final List<HttpClientConnection> gateways = new ArrayList<>();
  private final RequestOptions what;
  private final Buffer message = RawGrpc.message("hello".getBytes());
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong passed = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong others = new AtomicLong();
  private volatile String other = "";
  private long last;

  GreedyCaller(List<Integer> ports, String path) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    what =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setURI(path)
            .putHeader("content-type", "application/grpc")
            .putHeader("te", "trailers");
    for (int port : ports) {
      gateways.add(
          RawGrpc.get(client.connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port))));
    }
  }

  GreedyCaller start(int callsASecond) {
    last = System.nanoTime();
    ticker.scheduleAtFixedRate(() -> tick(callsASecond), 0, PERIOD, TimeUnit.NANOSECONDS);
    return this;
  }

  private void tick(int callsASecond) {
    long now = System.nanoTime();
    long due = (long) ((now - last) / 1e9 * callsASecond);
    last += (long) (due * 1e9 / callsASecond);
    long room = MOST_IN_FLIGHT - (begun.get() - answered());
    for (long i = Math.min(due, room); i > 0; i--) {
      HttpClientConnection gateway =
          gateways.get((int) (begun.getAndIncrement() % gateways.size()));
      vertx.runOnContext(next -> call(gateway));
    }
  }

  private void call(HttpClientConnection gateway) {
    gateway
        .request(what)
        .compose(
            request ->
                request
                    .send(message)
                    .compose(response -> response.end().map(end -> status(response))))
        .onComplete(this::count, e -> count(String.valueOf(e)));
  }

  private static String status(HttpClientResponse response) {
    String alone = response.getHeader("grpc-status");
    return alone == null ? response.getTrailer("grpc-status") : alone;
  }

  private void count(String status) {
    if (OK.equals(status)) {
      passed.incrementAndGet();
    } else if (EXHAUSTED.equals(status)) {
      refused.incrementAndGet();
    } else {
      other = status;
      others.incrementAndGet();
    }
  }

  private long answered() {
    return passed.get() + refused.get() + others.get();
  }

  long passed() {
    return passed.get();
  }

  long refused() {
    return refused.get();
  }

  /** The last end of a call that was neither; empty if there's none. */
  String other() {
    return other;
  }

  @Override
  public void close() {
    ticker.shutdown();
    RawGrpc.get(vertx.close());
  }
}
