package dev.vertxmesh.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminServerTest {

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile List<String> notReady = List.of();
  private volatile boolean drained;
  private volatile long drainedSeconds;
  private volatile boolean refreshed;
  private volatile boolean stuck;
  private final Promise<Void> empty = Promise.promise();
  private volatile int volume = 1;
  private int port;

  @BeforeEach
  void start() throws Exception {
    MeshMeters meters = new MeshMeters("me", "1");
    AdminView subject =
        new AdminView() {
          @Override
          public List<String> notReady() {
            return notReady;
          }

          @Override
          public Future<Void> refresh() {
            refreshed = true;
            return stuck ? Promise.<Void>promise().future() : Future.succeededFuture();
          }

          @Override
          public String whereCallsGo() {
            return "calls go to port 20000";
          }

          @Override
          public Future<JsonObject> route(MultiMap asked) {
            return Future.failedFuture(new NoSuchElementException("no service a is known"));
          }

          @Override
          public JsonObject topology() {
            if (drained) {
              throw new IllegalStateException("on purpose");
            }
            return new JsonObject().put("agent", refreshed ? "me" : "as it was before");
          }

          @Override
          public List<Adjustable> adjustables() {
            return List.of(new Volume());
          }

          @Override
          public Future<Void> drain() {
            drained = true;
            return empty.future();
          }

          @Override
          public long drainedSeconds() {
            return drainedSeconds;
          }

          @Override
          public Future<Void> undrain() {
            drained = false;
            return stuck ? Future.failedFuture("its port is taken") : Future.succeededFuture();
          }
        };
    AdminServer server =
        new AdminServer(
            vertx, subject, () -> meters, List.of("mesh.example.com"), AdminAccess.EVERYBODY, null);
    port =
        server
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void aRouteToWhatNobodyKnowsIsNotThere() throws Exception {
    HttpResponse<String> unknown = get("/route?service=a");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("no service a is known");
  }

  @Test
  void whoWasDrainedAndForgottenIsNotAlive() throws Exception {
    drainedSeconds = 599;
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    drainedSeconds = 600;
    HttpResponse<String> forgotten = get("/health/live");
    assertThat(forgotten.statusCode()).isEqualTo(503);
    assertThat(forgotten.body()).contains("drained for 600 s", "POST /undrain");
  }

  @Test
  void livesWhetherReadyOrNot() throws Exception {
    notReady = List.of("starting");
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void readinessSaysWhatIsMissing() throws Exception {
    assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    notReady = List.of("no link to 10.0.0.1:30000");
    HttpResponse<String> answer = get("/health/ready");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(new JsonObject(answer.body()))
        .isEqualTo(
            new JsonObject("{\"ready\":false,\"notReady\":[\"no link to 10.0.0.1:30000\"]}"));
  }

  @Test
  void whoCallsAServiceHereIsToldWhereCallsGo() throws Exception {
    assertThat(detail(post("/com.x.Hello/hash", "x-any", "1"), 404))
        .startsWith(
            "there is nothing at this path; calls go to port 20000: this is the admin port, which"
                + " has /, ")
        .contains("/health/ready, /metrics");
    assertThat(detail(post("/", "x-any", "1"), 405))
        .startsWith("this path takes GET, HEAD; calls go to port 20000: this is the admin port");
  }

  private static String detail(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).isEqualTo(status);
    return new JsonObject(answer.body()).getString("detail");
  }

  @Test
  void metricsAreInPrometheusForm() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.headers().firstValue("content-type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body()).contains("mesh_build_info{agent=\"me\",version=\"1\"} 1");
  }

  @Test
  void theTopologyIsTheSubjects() throws Exception {
    assertThat(get("/topology").body()).isEqualTo("{\"agent\":\"me\"}");
  }

  @Test
  void thePageLetsNothingInButItsOwnStyleAndScript() throws Exception {
    HttpResponse<String> answer = get("/");
    assertThat(answer.body()).startsWith("<!doctype html>").doesNotContain("src=\"http");
    assertThat(answer.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-")
        .doesNotContain("unsafe");
  }

  @Test
  void aDrainIsEndedByPostOnlyAndTheAnswerTellsHowItIs() throws Exception {
    post("/drain", "x-any", "1");
    assertThat(get("/undrain").statusCode()).isEqualTo(405);
    assertThat(drained).isTrue();
    notReady = List.of("no provider");
    HttpResponse<String> back = post("/undrain", "x-any", "1");
    assertThat(back.statusCode()).isEqualTo(200);
    assertThat(back.body()).isEqualTo("{\"ready\":false,\"notReady\":[\"no provider\"]}");
    assertThat(drained).isFalse();
    stuck = true;
    isRefused(post("/undrain", "x-any", "1"), 503, "the agent can't come back: its port is taken");
  }

  @Test
  void drainingIsAskedForByPostOnly() throws Exception {
    HttpResponse<String> refused = get("/drain");
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.headers().firstValue("allow")).hasValue("POST");
    assertThat(drained).isFalse();
    assertThat(post("/drain", "x-any", "1").statusCode()).isEqualTo(202);
    assertThat(drained).isTrue();
  }

  @Test
  void anotherSitesPageCantDrain() throws Exception {
    assertThat(post("/drain", "origin", "http://elsewhere.example").statusCode()).isEqualTo(403);
    assertThat(drained).isFalse();
    assertThat(post("/drain", "origin", "http://127.0.0.1:" + port).statusCode()).isEqualTo(202);
  }

  @Test
  void aHookIsAnsweredOnceItIsDrained() throws Exception {
    isRefused(get("/pre-stop"), 403, "this drains the agent, expected the header x-mesh-hook");
    assertThat(drained).isFalse();
    CompletableFuture<HttpResponse<String>> hook =
        client.sendAsync(
            request("/pre-stop").header("x-mesh-hook", "pre-stop").build(),
            BodyHandlers.ofString());
    await().until(() -> drained);
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    assertThat(hook).isNotDone();
    empty.complete();
    assertThat(hook.get(100, TimeUnit.SECONDS).body()).isEqualTo("{\"drained\":true}");
  }

  /** Takes whole numbers; those from 100 it can't tell anybody. */
  private final class Volume implements Adjustable {
    @Override
    public String path() {
      return "/volume";
    }

    @Override
    public JsonObject value() {
      return new JsonObject().put("volume", volume);
    }

    @Override
    public Future<Void> put(JsonObject value) {
      if (!(value.getValue("volume") instanceof Integer given)) {
        throw new IllegalArgumentException("volume is no number");
      }
      volume = given;
      return given < 100
          ? Future.succeededFuture()
          : Future.failedFuture(new IllegalStateException("nobody listens"));
    }
  }

  @Test
  void whatCanBeAdjustedIsReadAndPut() throws Exception {
    assertThat(get("/volume").body()).isEqualTo("{\"volume\":1}");
    HttpResponse<String> answer = put("{\"volume\": 5}", "application/json");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"volume\":5}");
    assertThat(get("/volume").body()).isEqualTo("{\"volume\":5}");
    assertThat(post("/volume", "x-any", "1").headers().firstValue("allow"))
        .hasValue("GET, HEAD, PUT");
  }

  @Test
  void aPutThatCantBeUnderstoodChangesNothing() throws Exception {
    isRefused(put("{\"volume\": true}", "application/json"), 400, "volume is no number");
    isRefused(put("5", "application/json"), 400, "the body is no JSON object, expected such as");
    isRefused(put("{", "application/json"), 400, "the body is no JSON object, expected such as");
    isRefused(put("", "application/json"), 400, "the body is no JSON object, expected such as");
    isRefused(put("{\"volume\": 5}", "text/plain"), 415, "content-type is text/plain, expected");
    isRefused(
        put(" ".repeat(Adjustment.LARGEST_BODY + 1), "application/json"),
        413,
        "the body is longer than 65536 bytes");
    assertThat(volume).isOne();
  }

  @Test
  void aPutThatNobodyCouldBeToldOfSaysSo() throws Exception {
    isRefused(
        put("{\"volume\": 100}", "application/json"),
        503,
        "it's set here, and tried on: nobody listens");
    assertThat(volume).isEqualTo(100);
  }

  @Test
  void anotherSitesPageCantPut() throws Exception {
    HttpResponse<String> answer =
        client.send(
            request("/volume")
                .header("content-type", "application/json")
                .header("origin", "http://elsewhere.example")
                .PUT(BodyPublishers.ofString("{\"volume\": 5}"))
                .build(),
            BodyHandlers.ofString());
    isRefused(answer, 403, "not from a page of http://elsewhere.example");
    assertThat(volume).isOne();
  }

  private static void isRefused(HttpResponse<String> answer, int status, String detail) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(new JsonObject(answer.body()).getString("detail")).startsWith(detail);
  }

  private HttpResponse<String> put(String body, String type) throws Exception {
    HttpRequest request =
        request("/volume").header("content-type", type).PUT(BodyPublishers.ofString(body)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void whoeverOffersHttp2IsAnsweredInHttp11() throws Exception {
    assertThat(get("/topology").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  @Test
  void theTopologyIsToldThoughAnEventLoopIsStuck() throws Exception {
    stuck = true;
    assertThat(get("/topology").body()).isEqualTo("{\"agent\":\"me\"}");
  }

  @Test
  void errorsAreProblems() throws Exception {
    HttpResponse<String> answer = get("/nothing");
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(new JsonObject(answer.body()).getInteger("status")).isEqualTo(404);
    drained = true;
    assertThat(get("/topology").statusCode()).isEqualTo(500);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String header, String value) throws Exception {
    HttpRequest request = request(path).header(header, value).POST(BodyPublishers.noBody()).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }
}
