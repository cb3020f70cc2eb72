package dev.vertxmesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.browser.KnownHosts;
import dev.vertxmesh.browser.PageRule;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.CallPath;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What browsers are told, through an HTTP server of Vert.x's own. */
class BrowserAnswersTest {

  private static final String PAGE = "https://page.example";
  private static final String OTHER = "https://other.example";

  private static Vertx vertx;
  private static HttpClient client;

  @BeforeAll
  static void begin() {
    vertx = Vertx.vertx();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void end() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private static void called(HttpServerRequest request) {
    request.response().putHeader("x-mesh-retries", "0").end("called");
  }

  private static HttpResponse<String> ask(
      Handler<HttpServerRequest> handler, String method, String... headers) throws Exception {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(handler)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS)
            .actualPort();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static Cors cors(String... origins) {
    return new Cors(Set.of(origins), BrowserAnswersTest::called);
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void aPageThatMayReadsTheAnswerAndItsHeaders() throws Exception {
    HttpResponse<String> response = ask(cors(PAGE), "POST", "Origin", PAGE);
    assertThat(response.body()).isEqualTo("called");
    assertThat(header(response, "access-control-allow-origin")).isEqualTo(PAGE);
    assertThat(header(response, "vary")).isEqualTo("origin");
    assertThat(header(response, "access-control-expose-headers").split(", "))
        .contains("x-mesh-retries")
        .noneMatch(name -> name.startsWith("access-control-"));
  }

  @Test
  void whereAnyPageMayThatIsWhatEachIsTold() throws Exception {
    HttpResponse<String> response = ask(cors(Cors.ANY), "POST", "Origin", PAGE);
    assertThat(header(response, "access-control-allow-origin")).isEqualTo("*");
  }

  @Test
  void anotherPageAndWhoIsNoneAreToldNothing() throws Exception {
    for (String[] headers : List.of(new String[] {"Origin", OTHER}, new String[0])) {
      HttpResponse<String> response = ask(cors(PAGE), "POST", headers);
      assertThat(response.body()).isEqualTo("called");
      assertThat(response.headers().map().keySet())
          .noneMatch(name -> name.startsWith("access-control-"))
          .doesNotContain("vary");
    }
  }

  @Test
  void theQuestionBeforeACallIsAnsweredHere() throws Exception {
    HttpResponse<String> response =
        ask(
            cors(PAGE),
            "OPTIONS",
            "Origin",
            PAGE,
            "Access-Control-Request-Method",
            "POST",
            "Access-Control-Request-Headers",
            "x-mesh-timeout");
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
    assertThat(header(response, "access-control-allow-methods")).isEqualTo("GET, POST");
    assertThat(header(response, "access-control-allow-headers")).isEqualTo("x-mesh-timeout");
    assertThat(header(response, "access-control-max-age")).isEqualTo("7200");
  }

  @Test
  void aQuestionThatNamesNoHeadersIsToldOfNone() throws Exception {
    HttpResponse<String> response =
        ask(cors(PAGE), "OPTIONS", "Origin", PAGE, "Access-Control-Request-Method", "POST");
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.headers().firstValue("access-control-allow-headers")).isEmpty();
  }

  @Test
  void whatIsNoQuestionOfABrowsersIsNotAnsweredHere() throws Exception {
    assertThat(ask(cors(PAGE), "OPTIONS", "Origin", PAGE).body()).isEqualTo("called");
    assertThat(
            ask(cors(PAGE), "POST", "Origin", PAGE, "Access-Control-Request-Method", "POST").body())
        .isEqualTo("called");
  }

  @Test
  void aPageThatMayNotCallIsToldWhoItIsAndNobodyIsCalled() throws Exception {
    PageRule rule = new PageRule(Set.of(), new KnownHosts(List.of()));
    List<Call> ended = new CopyOnWriteArrayList<>();
    PageGuard guard =
        new PageGuard(
            rule,
            null,
            "consumer",
            telling(ended),
            (call, reason) -> {},
            BrowserAnswersTest::called);
    HttpResponse<String> response = ask(guard, "POST", "Origin", OTHER);
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(new JsonObject(response.body()).getString("detail")).contains(OTHER);
    assertThat(ask(guard, "POST").body()).isEqualTo("called");
    assertThat(ended)
        .singleElement()
        .satisfies(call -> assertThat(call.record().refusal().status()).isEqualTo(Status.DENIED));
  }

  @Test
  void whoIsRefusedIsOnRecord() throws Exception {
    List<String> reasons = new CopyOnWriteArrayList<>();
    PageGuard guard =
        new PageGuard(
            new PageRule(Set.of(), new KnownHosts(List.of())),
            null,
            "consumer",
            telling(new CopyOnWriteArrayList<>()),
            (call, reason) -> reasons.add(reason),
            BrowserAnswersTest::called);
    assertThat(ask(guard, "POST", "Origin", OTHER).statusCode()).isEqualTo(403);
    assertThat(reasons).singleElement().asString().startsWith("origin: a page of " + OTHER);
  }

  private static CallPath telling(List<Call> ended) {
    return new CallPath() {
      @Override
      public Future<Reply> call(Call call) {
        throw new AssertionError("nothing here is a call");
      }

      @Override
      public void ended(Call unmade) {
        ended.add(unmade);
      }
    };
  }
}
