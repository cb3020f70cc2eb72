package dev.vertxmesh.kvstore;

import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpcService;
import dev.vertxmesh.kvstore.service.Endpoints;
import dev.vertxmesh.kvstore.service.KeyValueEndpoint;
import dev.vertxmesh.kvstore.store.Store;
import dev.vertxmesh.kvstore.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.grpc.health.HealthService;
import io.vertx.grpc.reflection.ReflectionService;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerOptions;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The store, its service, and beside it gRPC's health and reflection services, on HTTP/2 cleartext.
 * Takes {@link KvStoreOptions} as its config, of which {@code host} and {@code port} say where it
 * listens. One instance of it, as one event loop has the store; it serves more calls than the
 * delays let through.
 */
public final class KvStoreVerticle extends VerticleBase {
  private static final long GRACE_MILLIS = 5_000;

  /** Between a reset and the answer that it crosses, callers may take back any call. */
  private static final int RESETS_PER_CALL = 4;

  /** A stream's window; the connection's is one for many large values at a time. */
  private static final int STREAM_WINDOW = 1 << 20;

  private static final int CONNECTION_WINDOW = 16 << 20;

  private Store store;
  private HttpServer server;

  /** Made by Vert.x, from this class's name. */
  public KvStoreVerticle() {}

  /**
   * Opens the store and listens.
   *
   * @return fails if the config is refused, the file can't be read or the port is taken
   */
  @Override
  public Future<?> start() {
    if (context.getInstanceCount() > 1) {
      throw new IllegalArgumentException(
          "instances: is " + context.getInstanceCount() + ", expected 1: they'd have a store each");
    }
    KvStoreOptions options = KvStoreOptions.from(config());
    return open(options)
        .compose(
            opened -> {
              store = opened;
              return listen(options);
            })
        .recover(e -> stop().transform(stopped -> Future.failedFuture(e)));
  }

  private Future<Store> open(KvStoreOptions options) {
    return options.file() == null
        ? Future.succeededFuture(Stores.inMemory(options.maxBytes()))
        : Stores.inFile(vertx, options.file(), options.maxBytes());
  }

  private Future<HttpServer> listen(KvStoreOptions options) {
    KeyValueEndpoint endpoint =
        Endpoints.on(
            vertx,
            store,
            options.readDelay(),
            options.writeDelay(),
            options.locked(),
            options.limits());
    GrpcServer grpc =
        GrpcServer.server(
            vertx, new GrpcServerOptions().setMaxMessageSize(options.limits().maxMessage()));
    grpc.addService(endpoint);
    grpc.addService(health());
    grpc.addService(ReflectionService.v1());
    server = vertx.createHttpServer(http(options)).requestHandler(grpc);
    server.connectionHandler(Writes::together);
    return server
        .listen()
        .recover(e -> Future.failedFuture(new IOException(notListening(options, e), e)));
  }

  private static String notListening(KvStoreOptions options, Throwable e) {
    return "port: can't listen on " + options.host() + ":" + options.port() + ": " + e.getMessage();
  }

  private HealthService health() {
    return HealthService.create(vertx)
        .register(KeyValueServiceGrpcService.SERVICE_NAME, this::isWell)
        .register("", this::isWell);
  }

  private Future<Boolean> isWell() {
    return Future.succeededFuture(store.failure() == null);
  }

  private static HttpServerOptions http(KvStoreOptions options) {
    int calls = options.limits().maxCalls();
    return new HttpServerOptions()
        .setHost(options.host())
        .setPort(options.port())
        .setTcpNoDelay(true)
        .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
        .setHttp2RstFloodMaxRstFramePerWindow(RESETS_PER_CALL * calls)
        .setInitialSettings(
            new Http2Settings().setMaxConcurrentStreams(calls).setInitialWindowSize(STREAM_WINDOW));
  }

  /** Where it listens, once it's deployed. */
  public int port() {
    return server.actualPort();
  }

  /** Lets the calls in flight end within 5 s, and then lets go of the file. */
  @Override
  public Future<?> stop() {
    Future<Void> silent =
        server == null
            ? Future.succeededFuture()
            : server.shutdown(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    return silent.transform(done -> store == null ? Future.succeededFuture() : store.close());
  }
}
