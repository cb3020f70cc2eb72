package dev.vertxmesh.it.security;

import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A caller on one connection with mutual TLS, which is never made again. It believes any server:
 * which certificate it's shown is looked at elsewhere.
 */
final class KeptClient {

  private static final String HASH = "/" + Samples.HELLO + "/hash";
  private static final String ANSWER = "99162322"; // of hello

  /** {@code hash("hello")} in Hessian 2, and its answer, an {@code int}, wherever it stands. */
  private static final Buffer DUBBO_CALL = dubboCall();

  static final String DUBBO_ANSWER = "49%08x".formatted("hello".hashCode());
  private static final int DUBBO_HEAD = 16;

  private final String name;
  private final Object held; // Vert.x closes a client that nobody refers to
  private final AtomicInteger inFlight = new AtomicInteger();
  private Supplier<Future<Void>> calls;
  private volatile boolean closed;

  private KeptClient(String name, Object held) {
    this.name = name;
    this.held = held;
  }

  /**
   * Who calls, and the files of its certificate.
   *
   * @param vertx with one event loop, on which all is done
   */
  record Identity(Vertx vertx, Path cert, Path key) {

    private <T> T onLoop(Supplier<Future<T>> what) {
      Promise<T> done = Promise.promise();
      vertx.runOnContext(now -> what.get().onComplete(done));
      return RawGrpc.get(done.future());
    }

    private HttpClientOptions http(HttpVersion version) {
      return new HttpClientOptions()
          .setProtocolVersion(version)
          .setSsl(true)
          .setUseAlpn(true)
          .setTrustAll(true)
          .setVerifyHost(false)
          .setKeyCertOptions(pem());
    }

    private ClientSSLOptions bare() {
      return new ClientSSLOptions()
          .setTrustAll(true)
          .setHostnameVerificationAlgorithm("")
          .setKeyCertOptions(pem());
    }

    private PemKeyCertOptions pem() {
      return new PemKeyCertOptions().addCertPath(cert + "").addKeyPath(key + "");
    }
  }

  /** Calls with JSON, one at a time where the version is 1.1. */
  static KeptClient json(Identity identity, HttpVersion version, int port) {
    return http(
        "JSON over " + version,
        identity,
        version,
        port,
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setURI(HASH)
            .putHeader("content-type", "application/json"),
        Buffer.buffer("[\"hello\"]"),
        (response, body) -> response.statusCode() == 200 && body.toString().equals(ANSWER));
  }

  /** Whose server sends back what comes. */
  static KeptClient grpc(Identity identity, int port, String path) {
    Buffer message = RawGrpc.message("hello".getBytes(StandardCharsets.US_ASCII));
    return http(
        "gRPC",
        identity,
        HttpVersion.HTTP_2,
        port,
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setURI(path)
            .putHeader("content-type", "application/grpc")
            .putHeader("te", "trailers"),
        message,
        (response, body) -> "0".equals(response.getTrailer("grpc-status")) && body.equals(message));
  }

  /** What an agent's admin port says of its life. */
  static KeptClient admin(Identity identity, int port) {
    return http(
        "admin",
        identity,
        HttpVersion.HTTP_1_1,
        port,
        new RequestOptions().setMethod(HttpMethod.GET).setURI("/health/live"),
        Buffer.buffer(),
        (response, body) -> response.statusCode() == 200);
  }

  private interface Check {
    boolean isRight(HttpClientResponse response, Buffer body);
  }

  private static KeptClient http(
      String name,
      Identity identity,
      HttpVersion version,
      int port,
      RequestOptions what,
      Buffer message,
      Check check) {
    HttpClientAgent client = identity.vertx().createHttpClient(identity.http(version));
    HttpConnectOptions to = new HttpConnectOptions().setHost("127.0.0.1").setPort(port);
    HttpClientConnection connection = identity.onLoop(() -> client.connect(to));
    KeptClient kept = new KeptClient(name, client);
    connection.closeHandler(end -> kept.closed = true);
    kept.calls =
        () ->
            connection
                .request(what)
                .compose(
                    request ->
                        request
                            .send(message)
                            .compose(
                                response ->
                                    response
                                        .body()
                                        .compose(
                                            body ->
                                                judged(check.isRight(response, body), "" + body))));
    return kept;
  }

  private static Future<Void> judged(boolean right, String shown) {
    return right ? Future.succeededFuture() : Future.failedFuture("answered with " + shown);
  }

  /** A Dubbo consumer. */
  static KeptClient dubbo(Identity identity, int port) {
    NetClient client = identity.vertx().createNetClient(new NetClientOptions());
    NetSocket socket =
        identity.onLoop(
            () ->
                client
                    .connect(port, "127.0.0.1")
                    .compose(plain -> plain.upgradeToSsl(identity.bare()).map(plain)));
    KeptClient kept = new KeptClient("Dubbo", client);
    Map<Long, Promise<Void>> waiting = new ConcurrentHashMap<>();
    AtomicLong ids = new AtomicLong();
    socket.handler(new DubboAnswers(waiting)::on);
    socket.closeHandler(
        end -> {
          kept.closed = true;
          waiting.values().forEach(one -> one.tryFail("the connection was closed"));
        });
    kept.calls =
        () -> {
          long id = ids.incrementAndGet();
          Promise<Void> answered = Promise.promise();
          waiting.put(id, answered);
          socket.write(dubboCall(id)).onFailure(answered::tryFail);
          return answered.future();
        };
    return kept;
  }

  /** Cuts what comes at the ends of answers; see {@link FakeDubbo} for a drawing. */
  private static final class DubboAnswers {

    private final Map<Long, Promise<Void>> waiting;
    private Buffer left = Buffer.buffer();

    DubboAnswers(Map<Long, Promise<Void>> waiting) {
      this.waiting = waiting;
    }

    void on(Buffer came) {
      left.appendBuffer(came);
      int at = 0;
      while (left.length() - at >= DUBBO_HEAD
          && left.length() - at >= DUBBO_HEAD + left.getInt(at + 12)) {
        int end = at + DUBBO_HEAD + left.getInt(at + 12);
        Promise<Void> one = waiting.remove(left.getLong(at + 4));
        String body = HexFormat.of().formatHex(left.getBytes(at + DUBBO_HEAD, end));
        if (one != null && left.getByte(at + 3) == 20 && body.contains(DUBBO_ANSWER)) {
          one.complete();
        } else if (one != null) {
          one.fail("answered with status " + left.getByte(at + 3) + ", " + body);
        }
        at = end;
      }
      left = left.getBuffer(at, left.length());
    }
  }

  /** A whole request. */
  static Buffer dubboCall(long id) {
    return Buffer.buffer()
        .appendInt(0xdabbc200)
        .appendLong(id)
        .appendInt(DUBBO_CALL.length())
        .appendBuffer(DUBBO_CALL);
  }

  private static Buffer dubboCall() {
    Buffer body = Buffer.buffer();
    for (String each : List.of("2.0.2", Samples.HELLO, "0.0.0", "hash", Samples.STRING, "hello")) {
      if (each.length() >= 32) { // a short string's length is one byte, a longer one's two
        body.appendByte((byte) 0x30);
      }
      body.appendByte((byte) each.length()).appendString(each);
    }
    return body.appendString("HZ"); // no attachments
  }

  /** On the event loop. Fails if it isn't answered rightly. */
  Future<Void> call() {
    inFlight.incrementAndGet();
    return calls.get().onComplete(end -> inFlight.decrementAndGet());
  }

  /** Calls that are still to be answered. */
  int inFlight() {
    return inFlight.get();
  }

  boolean isOpen() {
    return !closed;
  }

  @Override
  public String toString() {
    return "%s%s, %d in flight".formatted(name, closed ? ", closed" : "", inFlight.get());
  }
}
