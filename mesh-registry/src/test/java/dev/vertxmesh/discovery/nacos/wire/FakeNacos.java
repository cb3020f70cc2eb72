package dev.vertxmesh.discovery.nacos.wire;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A server of Nacos' wire that answers as it's told, and keeps what it was asked. */
public final class FakeNacos {

  private static final int PREFIX = 5;
  private static final int TRIES = 100;

  /** What it was asked, by type, in order. */
  final List<Payload> asked = new CopyOnWriteArrayList<>();

  /** What came back on streams. */
  final List<Payload> acknowledged = new CopyOnWriteArrayList<>();

  /** By types; others are answered with success. */
  public final Map<String, Function<Payload, JsonObject>> answers = new ConcurrentHashMap<>();

  /** What a login is answered with. */
  volatile Function<String, JsonObject> login = form -> new JsonObject();

  private final List<HttpServerResponse> streams = new CopyOnWriteArrayList<>();
  private final HttpServer rpc;
  private final HttpServer http;

  private FakeNacos(HttpServer rpc, HttpServer http) {
    this.rpc = rpc;
    this.http = http;
    rpc.requestHandler(this::onCall);
    http.requestHandler(this::onLogin);
  }

  /** One at two ports that are 1000 apart. */
  public static FakeNacos start(Vertx vertx) {
    for (int i = 0; i < TRIES; i++) {
      FakeNacos fake = new FakeNacos(vertx.createHttpServer(), vertx.createHttpServer());
      Future<HttpServer> listening =
          fake.http
              .listen(0, "127.0.0.1")
              .compose(one -> fake.rpc.listen(one.actualPort() + 1_000, "127.0.0.1"));
      await().until(listening::isComplete);
      if (listening.succeeded()) {
        return fake;
      }
    }
    throw new IllegalStateException("no two ports are free");
  }

  public HostPort address() {
    return new HostPort("127.0.0.1", http.actualPort());
  }

  private void onLogin(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            form -> {
              JsonObject answer = login.apply(form.toString());
              request.response().setStatusCode(answer.getInteger("status", 200));
              request.response().end(answer.encode());
            });
  }

  private void onCall(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.setChunked(true).putHeader("content-type", "application/grpc");
    if (request.path().equals("/BiRequestStream/requestBiStream")) {
      response.writeHead();
      streams.add(response);
      response.closeHandler(closed -> streams.remove(response));
      request.handler(message -> onStream(payload(message)));
      return;
    }
    request
        .body()
        .onSuccess(
            message -> {
              Payload payload = payload(message);
              asked.add(payload);
              String type = payload.getMetadata().getType();
              JsonObject answer =
                  answers
                      .getOrDefault(type, any -> new JsonObject().put("resultCode", 200))
                      .apply(payload);
              if (answer != null) {
                response.write(framed("Response", answer));
                response.putTrailer("grpc-status", "0");
                response.end();
              }
            });
  }

  private void onStream(Payload payload) {
    if (payload.getMetadata().getType().endsWith("Response")) {
      acknowledged.add(payload);
    } else {
      asked.add(payload);
    }
  }

  private static Payload payload(Buffer message) {
    try {
      return Payload.parseFrom(message.getBytes(PREFIX, message.length()));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Buffer framed(String type, JsonObject body) {
    byte[] bytes = Payloads.of(type, Map.of(), "", body).toByteArray();
    return Buffer.buffer().appendByte((byte) 0).appendInt(bytes.length).appendBytes(bytes);
  }

  /** Says something on each stream. */
  public void push(String type, JsonObject body) {
    streams.forEach(stream -> stream.write(framed(type, body)));
  }

  public int streams() {
    return streams.size();
  }

  long asked(String type) {
    return asked.stream().filter(one -> one.getMetadata().getType().equals(type)).count();
  }

  /** What those of a type say, in order. */
  public List<JsonObject> bodies(String type) {
    return asked.stream()
        .filter(one -> one.getMetadata().getType().equals(type))
        .map(one -> new JsonObject(Buffer.buffer(one.getBody().getValue().toByteArray())))
        .toList();
  }

  /** The last of a type. */
  Payload last(String type) {
    return asked.stream()
        .filter(one -> one.getMetadata().getType().equals(type))
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  public void stop() {
    Future<Void> stopped = Future.join(rpc.close(), http.close()).mapEmpty();
    await().until(stopped::isComplete);
  }
}
