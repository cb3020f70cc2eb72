package dev.vertxmesh.samples.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What one event loop has of a server. */
final class HttpJsonBridge implements Bridge {

  private static final int PROBE_MILLIS = 1_000;

  private final Vertx vertx;
  private final BackendObserver observer;
  private final String where;
  private final int maxMessage;
  private final HttpClient client;
  private Runnable onAnswering = () -> {};
  private boolean connectedBefore;
  private boolean closed;
  private volatile Supplier<List<ServiceKey>> services = List::of;
  private volatile boolean connected;
  private volatile String state = "connecting";

  HttpJsonBridge(
      Vertx vertx, BackendObserver observer, HostPort server, int connections, int maxMessage) {
    this.vertx = vertx;
    this.observer = observer;
    this.where = "http-json " + server;
    this.maxMessage = maxMessage;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(server.host())
                .setDefaultPort(server.port())
                .setConnectTimeout(PROBE_MILLIS),
            new PoolOptions().setHttp1MaxSize(connections));
  }

  /** Whether the server answers, whatever it answers, is looked at for ever. */
  void probe() {
    client
        .request(HttpMethod.HEAD, "/")
        .compose(request -> request.idleTimeout(PROBE_MILLIS).send())
        .onComplete((response, cause) -> onProbe(cause));
  }

  private void onProbe(Throwable cause) {
    if (closed) {
      return;
    }
    boolean changed = connected != (cause == null);
    connected = cause == null;
    state = connected ? "connected" : "not connected: " + cause.getMessage();
    if (connected && changed) {
      observer.onConnected(connectedBefore);
      connectedBefore = true;
    } else if (!connected) {
      observer.onDisconnected(cause.getMessage());
    }
    if (changed) {
      onAnswering.run();
    }
    vertx.setTimer(PROBE_MILLIS, timer -> probe());
  }

  @Override
  public Future<Reply> call(Call call) {
    if (call.encoding() != Encoding.JSON) {
      return Future.failedFuture(
          failure(Status.BAD_REQUEST, "the call is in " + call.encoding() + ", expected JSON"));
    }
    Buffer arguments = Buffer.buffer(ByteBufUtil.getBytes(call.payload()));
    return client
        .request(HttpMethod.POST, path(call.target()))
        .recover(cause -> Future.failedFuture(failure(Status.UNAVAILABLE, cause.getMessage())))
        .compose(request -> send(call, request, arguments));
  }

  private static String path(Target target) {
    return "/" + encoded(target.service().interfaceName()) + "/" + encoded(target.method());
  }

  /** A caller's names must not become another request. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private Future<Reply> send(Call call, HttpClientRequest request, Buffer arguments) {
    call.onCancel(request::reset);
    if (call.isCancelled()) {
      request.reset();
    }
    observer.onBytesWritten(arguments.length());
    return request
        .putHeader("content-type", "application/json")
        .send(arguments)
        .compose(response -> body(request, response))
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof CallFailure
                        ? cause
                        : failure(Status.LOST, cause.getMessage())))
        .compose(body -> reply(request.response().result().statusCode(), body));
  }

  private Future<Buffer> body(HttpClientRequest request, HttpClientResponse response) {
    Promise<Buffer> whole = Promise.promise();
    Buffer body = Buffer.buffer();
    response.handler(
        part -> {
          observer.onBytesRead(part.length());
          body.appendBuffer(part);
          if (body.length() > maxMessage) {
            whole.tryFail(failure(Status.TOO_LARGE, "the answer is over " + maxMessage));
            request.reset();
          }
        });
    response.exceptionHandler(whole::tryFail);
    response.endHandler(end -> whole.tryComplete(body));
    return whole.future();
  }

  private Future<Reply> reply(int status, Buffer body) {
    if (status / 100 == 2) {
      return Future.succeededFuture(
          new Reply(Status.OK, Encoding.JSON, Unpooled.wrappedBuffer(body.getBytes())));
    }
    return Future.failedFuture(
        failure(
            status == 404 ? Status.NO_METHOD : Status.PROVIDER_ERROR,
            "the server answered " + status));
  }

  private CallFailure failure(Status status, String detail) {
    return new CallFailure(status, where, detail);
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public String state() {
    return state;
  }

  @Override
  public void watch(Supplier<List<ServiceKey>> watched, Runnable onChange) {
    services = watched;
    onAnswering = onChange;
  }

  /** A server that answers is taken to answer for all of them. */
  @Override
  public Set<ServiceKey> answering() {
    return connected ? Set.copyOf(services.get()) : Set.of();
  }

  @Override
  public Future<Void> close() {
    closed = true;
    connected = false;
    return client.close();
  }
}
