package dev.vertxmesh.discovery.nacos.wire;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import dev.vertxmesh.discovery.rpc.BidiStream;
import dev.vertxmesh.discovery.rpc.RpcClient;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.grpc.common.ServiceName;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection to one server, from its setup to its end. All that is asked goes over it: what the
 * server knows of this client goes with it. May be asked on any thread.
 */
final class NacosConnection {

  /** Told what the server says unasked; on the executor. */
  interface Listener {

    void onPush(String type, JsonObject body);

    /** Nothing comes any more. Called once. */
    void onEnd(NacosConnection connection, Throwable cause);
  }

  private static final ServiceName REQUEST = ServiceName.create("Request");
  private static final ServiceName STREAM = ServiceName.create("BiRequestStream");

  /** How this client is called in the server's lists. */
  private static final String VERSION = "Vertx-Mesh:v1.0.0";

  private static final int SETTLE_MILLIS = 20;
  private static final int MOST_LOOKS = 50;

  private final Vertx vertx;
  private final RpcClient client;
  private final HostPort server;
  private final Executor work;
  private final Listener listener;
  private final String localHost;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Promise<Throwable> end = Promise.promise();
  private volatile BidiStream stream;

  private NacosConnection(
      Vertx vertx, HostPort server, NacosServers servers, Executor work, Listener listener) {
    this.vertx = vertx;
    this.server = server;
    this.work = work;
    this.listener = listener;
    this.client =
        new RpcClient(
            vertx, TlsClient.encrypt(SocketSetup.http2Client(), servers.tls()), Payloads.LARGEST);
    this.localHost = servers.localHost();
  }

  /**
   * Connects and is known to the server.
   *
   * @param server with its port for gRPC
   * @param work runs what is told
   * @param millis for each of the questions
   */
  static Future<NacosConnection> open(
      Vertx vertx,
      HostPort server,
      NacosServers servers,
      Map<String, String> headers,
      Executor work,
      long millis,
      Listener listener) {
    NacosConnection made = new NacosConnection(vertx, server, servers, work, listener);
    return made.request("ServerCheckRequest", headers, new JsonObject(), millis)
        .compose(checked -> made.setUp(servers.namespace(), headers, millis))
        .map(made)
        .onFailure(made::end);
  }

  private Future<Void> setUp(String namespace, Map<String, String> headers, long millis) {
    JsonObject setup =
        new JsonObject()
            .put("clientVersion", VERSION)
            .put("tenant", namespace)
            .put("abilityTable", new JsonObject())
            .put(
                "labels",
                new JsonObject()
                    .put("source", "sdk")
                    .put("module", "naming")
                    .put("AppName", "vertx-mesh"));
    stream =
        client.stream(
            Future.succeededFuture(target(STREAM, "requestBiStream")),
            Payloads.of("ConnectionSetupRequest", headers, localHost, setup),
            new RpcClient.Listener() {
              @Override
              public void onMessage(byte[] message) {
                work.execute(() -> take(message));
              }

              @Override
              public void onEnd(Throwable cause) {
                end(cause);
              }
            });
    return Future.any(settled(headers, millis, 0), end.future().compose(Future::failedFuture))
        .compose(any -> ended.get() ? end.future().compose(Future::failedFuture) : any.mapEmpty());
  }

  /** Old servers don't say when they know the connection; all know when they're asked. */
  private Future<JsonObject> settled(Map<String, String> headers, long millis, int looks) {
    return health(headers, millis)
        .recover(
            e ->
                e instanceof NacosFailure told
                        && told.code() == NacosFailure.UNREGISTERED
                        && looks < MOST_LOOKS
                        && !ended.get()
                    ? vertx
                        .timer(SETTLE_MILLIS)
                        .compose(waited -> settled(headers, millis, looks + 1))
                    : Future.failedFuture(e));
  }

  /** Whether the server is there and knows this connection. */
  Future<JsonObject> health(Map<String, String> headers, long millis) {
    return request("HealthCheckRequest", headers, new JsonObject(), millis);
  }

  /** Asks; fails with what the server said, or what became of the question. */
  Future<JsonObject> request(
      String type, Map<String, String> headers, JsonObject body, long millis) {
    return client
        .call(
            target(REQUEST, "request"),
            Payloads.of(type, headers, localHost, body),
            Payload.parser(),
            millis)
        .map(answer -> Payloads.success(server.toString(), answer));
  }

  private RpcClient.Target target(ServiceName service, String method) {
    return new RpcClient.Target(server, service, method, Map.of());
  }

  private void take(byte[] message) {
    if (ended.get()) {
      return;
    }
    try {
      Payload payload = Payloads.parse(message);
      onMessage(Payloads.type(payload), Payloads.body(payload));
      stream.next();
    } catch (RegistryFailure e) {
      end(e);
    }
  }

  private void onMessage(String type, JsonObject body) {
    if (!type.endsWith("Request")) {
      return;
    }
    if (!type.equals("SetupAckRequest")) { // which waits for no answer
      answer(type, body);
    }
    if (type.equals("ConnectResetRequest")) {
      end(new RegistryFailure(server + " sends its clients to other servers", null));
    } else {
      listener.onPush(type, body);
    }
  }

  private void answer(String type, JsonObject body) {
    String kind = type.substring(0, type.length() - "Request".length()) + "Response";
    JsonObject done =
        new JsonObject()
            .put("resultCode", 200)
            .put("errorCode", 0)
            .put("requestId", body.getValue("requestId"));
    stream.write(Payloads.of(kind, Map.of(), localHost, done));
  }

  HostPort server() {
    return server;
  }

  boolean isEnded() {
    return ended.get();
  }

  /** Ends it from here, or notes that it has ended. */
  void end(Throwable cause) {
    if (ended.compareAndSet(false, true)) {
      BidiStream open = stream;
      if (open != null) {
        open.cancel();
      }
      client.close();
      end.tryComplete(cause);
      work.execute(() -> listener.onEnd(this, cause));
    }
  }
}
