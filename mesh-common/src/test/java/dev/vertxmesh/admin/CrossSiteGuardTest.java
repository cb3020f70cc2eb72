package dev.vertxmesh.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may ask the admin port for what. */
class CrossSiteGuardTest {

  private final Vertx vertx = Vertx.vertx();
  private HttpClientAgent client;
  private volatile boolean drained;
  private int port;

  private record Said(int status, String body) {}

  @BeforeEach
  void start() throws Exception {
    MeshMeters meters = new MeshMeters("me", "1");
    AdminView subject =
        new AdminView() {
          @Override
          public List<String> notReady() {
            return List.of();
          }

          @Override
          public JsonObject topology() {
            return new JsonObject();
          }

          @Override
          public Future<Void> drain() {
            drained = true;
            return Future.succeededFuture();
          }

          @Override
          public Future<Void> undrain() {
            drained = false;
            return Future.succeededFuture();
          }
        };
    AdminServer server =
        new AdminServer(
            vertx, subject, () -> meters, List.of("mesh.example.com"), AdminAccess.EVERYBODY, null);
    port = result(server.listen(0, "127.0.0.1"));
    client = vertx.createHttpClient();
  }

  @AfterEach
  void stop() {
    vertx.close();
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** Asked for on the event loop, in the turn in which its head comes: later it may be over. */
  private static Future<Said> said(HttpClientResponse answer) {
    return answer.body().map(Buffer::toString).map(body -> new Said(answer.statusCode(), body));
  }

  /** Sends it under any name, as a browser would to which that name resolved so. */
  private Said ask(String method, String path, String host, String... headers) throws Exception {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(method))
            .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
            .setHost(host)
            .setPort(port)
            .setURI(path);
    for (int i = 0; i < headers.length; i += 2) {
      options.putHeader(headers[i], headers[i + 1].replace("PORT", "" + port));
    }
    return result(
        client
            .request(options)
            .compose(request -> request.send().compose(CrossSiteGuardTest::said)));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1,        origin,         https://evil.example",
    "127.0.0.1,        origin,         null",
    "127.0.0.1,        sec-fetch-site, cross-site",
    "127.0.0.1,        sec-fetch-site, same-site",
    "evil.example,     origin,         http://evil.example:PORT",
    "evil.example,     sec-fetch-site, same-origin",
    "evil.example,     x-any,          1"
  })
  void anotherSitesPageCantDrain(String host, String header, String value) throws Exception {
    Said said = ask("POST", "/drain", host, header, value);
    assertThat(said.status()).as(said.body()).isEqualTo(403);
    assertThat(new JsonObject(said.body()).getString("detail"))
        .containsPattern("^not from a page of |^host: 'evil.example:\\d+', .*--admin-hosts$");
    assertThat(drained).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1,        origin,         http://127.0.0.1:PORT",
    "localhost,        origin,         http://localhost:PORT",
    "mesh.example.com, origin,         http://mesh.example.com:PORT",
    "127.0.0.1,        sec-fetch-site, same-origin",
    "127.0.0.1,        sec-fetch-site, none",
    "127.0.0.1,        x-any,          1",
    "mesh.example.com, x-any,          1"
  })
  void itsOwnPageAndProgramsCan(String host, String header, String value) throws Exception {
    assertThat(ask("POST", "/drain", host, header, value).status()).isEqualTo(202);
    assertThat(drained).isTrue();
  }

  @Test
  void aPageWhoseNameResolvesToThisAddressReadsNothing() throws Exception {
    for (String path : List.of("/topology", "/", "/nothing", "/pre-stop")) {
      Said said = ask("GET", path, "evil.example", "x-mesh-hook", "pre-stop");
      assertThat(said.status()).isEqualTo(403);
      assertThat(said.body()).contains("evil.example", "--admin-hosts");
    }
    assertThat(ask("GET", "/topology", "mesh.example.com").status()).isEqualTo(200);
    assertThat(drained).isFalse();
  }

  @Test
  void probesAndPrometheusAskByAnyName() throws Exception {
    for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
      assertThat(ask("GET", path, "mesh.monitoring.example.com").status()).isEqualTo(200);
    }
  }

  /** A link on another page may lead here: what is read there that page doesn't see. */
  @Test
  void thePageMayBeReachedByALink() throws Exception {
    assertThat(ask("GET", "/", "localhost", "sec-fetch-site", "cross-site").status())
        .isEqualTo(200);
  }

  @Test
  void whatIsNotHttpIsAProblem() throws Exception {
    Said said = ask("GET", "/topology", "127.0.0.1", "content-xength", "5");
    assertThat(said.status()).isEqualTo(400);
    assertThat(new JsonObject(said.body()).getString("detail"))
        .startsWith("request: header content-xength: ");
  }
}
