package dev.vertxmesh.ingress.grpc;

import static dev.vertxmesh.ingress.grpc.ConnectSite.PLACE;
import static dev.vertxmesh.ingress.grpc.ConnectSite.PROTO;
import static dev.vertxmesh.ingress.grpc.ConnectSite.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.ingress.grpc.ConnectSite.Answer;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Unary calls over Connect, and what is no call. */
class ConnectIngressTest {

  private final ConnectSite site = new ConnectSite();

  @BeforeEach
  void listen() throws Exception {
    site.listen();
  }

  @AfterEach
  void close() throws Exception {
    site.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void aUnaryCallIsAMessageAndSoIsItsAnswer(HttpVersion version) throws Exception {
    Answer answer =
        site.post(
            version, PROTO, Buffer.buffer("hello"), "x-trace", "t", "connect-timeout-ms", "9000");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.headers())
        .containsEntry("content-type", PROTO)
        .containsEntry("region", "eu")
        .containsEntry("trailer-cost", "3")
        .doesNotContainKeys("grpc-status", "trailer-grpc-status", "content-encoding");
    Call call = site.calls.get(0);
    assertThat(call.target()).isEqualTo(new Target(ServiceKey.of("shop.Orders"), "Place", ""));
    assertThat(call.record().origin().protocol()).isEqualTo(WireProtocol.CONNECT);
    assertThat(call.attachments())
        .containsEntry("content-type", "application/grpc+proto")
        .containsEntry("connect-protocol-version", "1")
        .containsEntry("x-trace", "t")
        .doesNotContainKeys("accept", "host", "connect-timeout-ms", "connect-http-method");
    assertThat(call.deadline().millisLeft(System.nanoTime())).isBetween(1L, 9_000L);
  }

  @Test
  void oneThatIsRefusedBeforeItsBodyIsReadLeavesNoFault() throws Exception {
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    site.vertx.exceptionHandler(faults::add);
    site.provider = call -> Future.failedFuture(new CallFailure(Status.DENIED, "test", "no"));
    for (int i = 0;
        i < 2;
        i++) { // the second on the same event loop, when the first one's turn is over
      Answer answer = site.post(HttpVersion.HTTP_2, PROTO, Buffer.buffer("hello"));
      assertThat(answer.body()).contains("permission_denied");
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void aBodyOfUnsaidLengthIsHeldUntilItIsWhole() throws Exception {
    HttpClientRequest request = site.request(HttpVersion.HTTP_1_1, HttpMethod.POST, PLACE);
    request.putHeader("content-type", PROTO).setChunked(true);
    Future<Answer> answer = request.response().compose(ConnectSite::answer);
    get(request.write("hel"));
    get(request.end("lo"));
    assertThat(get(answer).body()).isEqualTo("hello");
  }

  @Test
  void nothingIsAnEmptyMessage() throws Exception {
    Answer answer =
        site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer(), "content-encoding", "gzip");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void jsonIsConnectsWhereItsVersionIsSaid() throws Exception {
    String json = "application/json; charset=utf-8";
    Answer plain = site.post(HttpVersion.HTTP_1_1, json, Buffer.buffer("{}"));
    assertThat(plain.status()).isEqualTo(418); // the mesh's own call
    Answer answer =
        site.post(HttpVersion.HTTP_1_1, json, Buffer.buffer("{}"), "connect-protocol-version", "1");
    assertThat(answer.headers()).containsEntry("content-type", "application/json");
    assertThat(answer.body()).isEqualTo("{}");
    assertThat(site.calls.get(0).attachments())
        .containsEntry("content-type", "application/grpc+json");
  }

  @Test
  void compressionGoesOnAndComesBack() throws Exception {
    site.metadata = Map.of("grpc-encoding", "gzip", "grpc-accept-encoding", "gzip,br");
    site.provider =
        call -> {
          call.exchange().requests().resume();
          FilledStream answers = FilledStream.of(Buffer.buffer(new byte[] {1, 0, 0, 0, 1, 'z'}));
          call.exchange().answer(site.metadata, answers);
          return Future.succeededFuture(
              new Reply(Status.OK, Encoding.GRPC, Unpooled.EMPTY_BUFFER, site.trailers));
        };
    Answer answer =
        site.post(
            HttpVersion.HTTP_2,
            PROTO,
            Buffer.buffer("packed"),
            "content-encoding",
            "gzip",
            "accept-encoding",
            "gzip;q=1, br");
    assertThat(site.calls.get(0).attachments())
        .containsEntry("grpc-encoding", "gzip")
        .containsEntry("grpc-accept-encoding", "gzip,br")
        .doesNotContainKeys("content-encoding", "accept-encoding");
    assertThat(answer.headers())
        .containsEntry("content-encoding", "gzip")
        .containsEntry("accept-encoding", "gzip,br");
    assertThat(answer.body()).isEqualTo("z");
  }

  @ParameterizedTest
  @CsvSource({"5, 404, not_found", "1, 499, canceled", "8, 429, resource_exhausted"})
  void aStatusIsOneOfHttpAndAnErrorInJson(String status, int http, String code) throws Exception {
    site.trailers = Map.of("grpc-status", status, "grpc-message", "no%20such", "cost", "3");
    Answer answer = site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer("a"));
    assertThat(answer.status()).isEqualTo(http);
    assertThat(answer.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("region", "eu")
        .containsEntry("trailer-cost", "3");
    assertThat(answer.body())
        .isEqualTo("{\"code\":\"%s\",\"message\":\"no such\"}".formatted(code));
  }

  @Test
  void aGetIsACallOfAMethodWithoutSideEffects() throws Exception {
    Answer answer = site.get("?connect=v1&encoding=proto&base64=1&message=aGVsbG8");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.headers()).containsEntry("content-type", PROTO);
    assertThat(site.calls.get(0).attachments()).containsEntry("connect-http-method", "GET");
  }

  @ParameterizedTest
  @CsvSource({
    "?connect=v1&encoding=proto&base64=1&message=*, 400, invalid_argument, base64",
    "?connect=v1&encoding=proto, 400, invalid_argument, expected encoding",
    "?connect=v1&encoding=foo&message=, 415, unknown, 'foo'",
  })
  void aGetThatIsWrongIsSaid(String query, int status, String code, String why) throws Exception {
    Answer answer = site.get(query);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).contains("\"" + code + "\"", "mesh-consumer: ", why);
    assertThat(answer.headers()).containsKey("trailer-x-request-id");
    assertThat(site.ended.get(0).record().refusal()).isNotNull(); // counted all the same
  }

  @ParameterizedTest
  @CsvSource({
    "application/foo, 1, 415, unknown, application/connect+json",
    "application/connect+foo, 1, 415, unknown, application/connect+json",
    "application/proto, 2, 400, invalid_argument, 'connect-protocol-version: ''2'', expected 1'",
  })
  void aPostThatIsWrongIsSaid(String type, String version, int status, String code, String why)
      throws Exception {
    Answer answer =
        site.post(
            HttpVersion.HTTP_1_1, type, Buffer.buffer("a"), "connect-protocol-version", version);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).contains("\"" + code + "\"", why);
  }
}
