package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pages' calls are made. */
class PagesTest {

  private static final String SHOP = "https://shop.example.com";

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger calls = new AtomicInteger();
  private HttpClientAgent client;
  private int port;

  private record Said(int status, String body) {}

  @BeforeEach
  void listen() throws Exception {
    ConsumerOptions options = new ConsumerOptions();
    options.port = 0;
    options.corsOrigins = List.of(SHOP);
    listen(options);
  }

  private void listen(ConsumerOptions options) throws Exception {
    Ingresses ingresses =
        new Ingresses(
            vertx,
            this::refuse,
            new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
            OpenGate.of(vertx, options),
            () -> false,
            options,
            new HttpOptions(
                10_000,
                new MemoryBudget(25_000),
                5_000,
                false,
                300,
                "mesh-consumer",
                null,
                null,
                0));
    port = result(ingresses.server(vertx, options, null).listen()).actualPort();
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private Future<Reply> refuse(Call call) {
    calls.incrementAndGet();
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.REFUSED, "here", "full"));
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private Said call(HttpVersion version, String host, String type, String... headers)
      throws Exception {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
            .setHost(host)
            .setPort(port)
            .setURI("/com.x.Hello/greet")
            .putHeader("content-type", type);
    for (int i = 0; i < headers.length; i += 2) {
      if (!headers[i].isEmpty()) {
        options.putHeader(headers[i], headers[i + 1].replace("PORT", "" + port));
      }
    }
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
    return result(
        client.request(options).compose(request -> request.send("[]").compose(PagesTest::said)));
  }

  private static Future<Said> said(HttpClientResponse answer) {
    return answer.body().map(Buffer::toString).map(body -> new Said(answer.statusCode(), body));
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, evil.example, 403",
    "HTTP_2, evil.example, 403",
    "HTTP_1_1, mesh.example.com, 503",
    "HTTP_2, MESH.example.com., 503",
    "HTTP_1_1, 127.0.0.1, 503",
    "HTTP_1_1, gateway.shop.svc, 503"
  })
  void onceItHasNamesThePortIsntCalledByOthers(HttpVersion version, String host, int status)
      throws Exception {
    ConsumerOptions options = new ConsumerOptions();
    options.port = 0;
    options.hosts = List.of("mesh.example.com");
    listen(options);
    Said said = call(version, host, "application/json");
    assertThat(said.status()).as("%s", said).isEqualTo(status);
    assertThat(calls.get()).isEqualTo(status == 503 ? 1 : 0);
    if (status == 403) {
      assertThat(said.body()).contains("host: 'evil.example:", "--hosts", "denied");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          HTTP_1_1, 127.0.0.1,    text/plain,              origin, https://evil.example,     '',             ''
          HTTP_2,   127.0.0.1,    text/plain,              origin, https://evil.example,     '',             ''
          HTTP_1_1, 127.0.0.1,    application/json,        origin, https://evil.example,     sec-fetch-site, cross-site
          HTTP_1_1, 127.0.0.1,    application/grpc-web,    origin, https://evil.example,     sec-fetch-site, same-site
          HTTP_1_1, 127.0.0.1,    text/plain,              origin, 'null',                   '',             ''
          HTTP_1_1, 127.0.0.1,    text/plain,              '',     '',                       sec-fetch-site, cross-site
          HTTP_1_1, 127.0.0.1,    text/plain,              '',     '',                       sec-fetch-site, same-site
          HTTP_1_1, 127.0.0.1,    text/plain,              origin, http://127.0.0.1:1,       '',             ''
          HTTP_1_1, evil.example, text/plain,              origin, http://evil.example:PORT, '',             ''
          HTTP_2,   evil.example, text/plain,              origin, http://evil.example:PORT, '',             ''
          """)
  void otherPagesCallsAreNotMade(
      HttpVersion version,
      String host,
      String type,
      String first,
      String one,
      String second,
      String two)
      throws Exception {
    Said said = call(version, host, type, first, one, second, two);
    assertThat(said.status()).as(said.body()).isEqualTo(403);
    JsonObject problem = new JsonObject(said.body());
    assertThat(problem.getString("type")).isEqualTo("urn:vertx-mesh:denied");
    assertThat(problem.getString("detail"))
        .startsWith("origin: a page of ")
        .contains("--cors-origin");
    assertThat(calls).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          HTTP_1_1, 127.0.0.1,        '',     '',                       '',             ''
          HTTP_2,   evil.example,     '',     '',                       '',             ''
          HTTP_1_1, 127.0.0.1,        origin, https://shop.example.com, '',             ''
          HTTP_1_1, 127.0.0.1,        origin, https://shop.example.com, sec-fetch-site, cross-site
          HTTP_2,   127.0.0.1,        origin, https://shop.example.com, sec-fetch-site, same-site
          HTTP_1_1, 127.0.0.1,        origin, http://127.0.0.1:PORT,    '',             ''
          HTTP_1_1, gateway,          origin, http://gateway:PORT,      '',             ''
          HTTP_1_1, shop.example.com, origin, https://other.example,    sec-fetch-site, same-origin
          HTTP_1_1, 127.0.0.1,        '',     '',                       sec-fetch-site, none
          """)
  void callsOfProgramsAndOfPagesThatMayAreMade(
      HttpVersion version, String host, String first, String one, String second, String two)
      throws Exception {
    Said said = call(version, host, "text/plain", first, one, second, two);
    assertThat(said.status()).as(said.body()).isEqualTo(503);
    assertThat(calls).hasValue(1);
  }
}
