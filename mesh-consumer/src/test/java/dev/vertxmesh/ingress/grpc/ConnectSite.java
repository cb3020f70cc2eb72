package dev.vertxmesh.ingress.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
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
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A port that takes Connect, before a provider that echoes messages or does as told. */
final class ConnectSite {

  static final String PROTO = "application/proto";
  static final String PLACE = "/shop.Orders/Place";

  /** Bytes of a message. */
  static final int LIMIT = 100;

  final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  final List<Call> calls = new CopyOnWriteArrayList<>();
  final List<Call> ended = new CopyOnWriteArrayList<>();
  final List<Call> cancelled = new CopyOnWriteArrayList<>();
  volatile Function<Call, Future<Reply>> provider = this::echo;
  volatile Map<String, String> trailers = Map.of("grpc-status", "0", "cost", "3");
  volatile Map<String, String> metadata =
      Map.of("content-type", "application/grpc+proto", "region", "eu");

  /** So that the next request waits for its connection. */
  private static final PoolOptions ONE = new PoolOptions().setHttp1MaxSize(1);

  final Vertx vertx = Vertx.vertx();
  private final Map<HttpVersion, HttpClient> clients = new HashMap<>();
  final AtomicInteger connected = new AtomicInteger();
  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime);
  private int port;

  record Answer(int status, Map<String, String> headers, Buffer bytes) {

    String body() {
      return bytes.toString(UTF_8);
    }
  }

  ConnectSite listen() throws Exception {
    CallPath path =
        new CallPath() {
          @Override
          public Future<Reply> call(Call call) {
            call.payload().release();
            calls.add(call);
            return provider.apply(call);
          }

          @Override
          public void ended(Call unmade) {
            ended.add(unmade);
          }
        };
    GrpcIngressOptions options = new GrpcIngressOptions(LIMIT, "mesh-consumer", "x-cart", 0);
    ConnectIngress connect =
        new ConnectIngress(vertx, path, options, connections, System::nanoTime);
    port =
        get(vertx
                .createHttpServer(new HttpServerOptions().setPort(0))
                .connectionHandler(
                    connection -> {
                      connected.incrementAndGet();
                      connections.onConnection(connection);
                    })
                .requestHandler(
                    request -> {
                      requests.add(request);
                      if (ConnectIngress.takes(request)) {
                        connect.handle(request);
                      } else {
                        request.response().setStatusCode(418).end();
                      }
                    })
                .listen())
            .actualPort();
    return this;
  }

  void close() throws Exception {
    get(vertx.close());
  }

  /** Each message comes back as it came. */
  private Future<Reply> echo(Call call) {
    Promise<Reply> end = Promise.promise();
    FilledStream answers = new FilledStream(() -> {});
    call.onCancel(
        () -> {
          cancelled.add(call);
          end.tryFail(new CallFailure(Status.CANCELLED, "test", "the caller went away"));
        });
    MessageReader reader =
        new MessageReader(
            1_000,
            message -> answers.add(Buffer.buffer(MessageReader.framed(message))),
            (packed, limit) -> packed);
    call.exchange().answer(metadata, answers);
    call.exchange()
        .requests()
        .exceptionHandler(e -> {})
        .handler(bytes -> reader.read(Buffers.bytes(bytes)))
        .endHandler(
            halfClosed -> {
              answers.end();
              Status status =
                  trailers.get("grpc-status").equals("0") ? Status.OK : Status.EXCEPTION;
              end.tryComplete(new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers));
            })
        .resume();
    return end.future();
  }

  Answer get(String query) throws Exception {
    HttpClientRequest request = request(HttpVersion.HTTP_1_1, HttpMethod.GET, PLACE + query);
    return end(request, Buffer.buffer());
  }

  Answer post(HttpVersion version, String type, Buffer body, String... headers) throws Exception {
    HttpClientRequest request = request(version, HttpMethod.POST, PLACE);
    request.putHeader("content-type", type);
    for (int i = 0; i < headers.length; i += 2) {
      request.putHeader(headers[i], headers[i + 1]);
    }
    return end(request, body);
  }

  HttpClientRequest request(HttpVersion version, HttpMethod method, String uri) throws Exception {
    return get(client(version).request(method, port, "localhost", uri));
  }

  /** Kept: a client that nobody refers to is closed when its garbage is collected. */
  private HttpClient client(HttpVersion version) {
    HttpClientOptions options =
        new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false);
    return clients.computeIfAbsent(version, v -> vertx.createHttpClient(options, ONE));
  }

  /** Ends the request, and waits for its answer. */
  static Answer end(HttpClientRequest request, Buffer body) throws Exception {
    Future<Answer> answer = request.response().compose(ConnectSite::answer);
    request.end(body);
    return get(answer);
  }

  /** On the event loop on which the response came, before its body does. */
  static Future<Answer> answer(HttpClientResponse response) {
    Map<String, String> headers = new HashMap<>();
    response.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return response.body().map(body -> new Answer(response.statusCode(), headers, body));
  }

  static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
