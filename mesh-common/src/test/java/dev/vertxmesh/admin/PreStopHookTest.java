package dev.vertxmesh.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreStopHookTest {

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Drained subject = new Drained();
  private final PreStopHook hook = new PreStopHook(vertx, subject);
  private int port;

  @BeforeEach
  void start() throws Exception {
    HttpServer server = vertx.createHttpServer().requestHandler(hook::onRequest);
    port =
        server
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void stop() {
    vertx.close();
  }

  private HttpResponse<String> ask(String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/pre-stop"))
            .header("x-mesh-hook", "pre-stop");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void whoIsNotEndedInTimeComesBack() throws Exception {
    assertThat(ask("x-mesh-back-after", "1").body())
        .isEqualTo("{\"drained\":true,\"backAfterSeconds\":1}");
    await().until(() -> !subject.draining);
  }

  @Test
  void aHookThatSaysNothingOfItLeavesItDrained() throws Exception {
    assertThat(ask().body()).isEqualTo("{\"drained\":true}");
    assertThat(subject.draining).isTrue();
  }

  @Test
  void whatOthersHaveDrainedStaysDrained() throws Exception {
    subject.drain();
    assertThat(ask("x-mesh-back-after", "1").body()).isEqualTo("{\"drained\":true}");
  }

  @Test
  void bothContainersOfAPodMayAskAndThenAPersonTakesItOver() throws Exception {
    assertThat(ask("x-mesh-back-after", "600").body()).contains("\"backAfterSeconds\":600");
    assertThat(ask("x-mesh-back-after", "700").body()).contains("\"backAfterSeconds\":700");
    hook.forget();
    assertThat(ask("x-mesh-back-after", "1").body()).isEqualTo("{\"drained\":true}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0", "-1", "1.5", "100000"})
  void aTimeThatIsNoneIsRefusedAndDrainsNothing(String seconds) throws Exception {
    HttpResponse<String> answer = ask("x-mesh-back-after", seconds);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains("header x-mesh-back-after: '" + seconds + "', expected whole seconds");
    assertThat(subject.draining).isFalse();
  }

  private static final class Drained implements AdminView {

    private volatile boolean draining;

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
      draining = true;
      return Future.succeededFuture();
    }

    @Override
    public boolean isDraining() {
      return draining;
    }

    @Override
    public Future<Void> undrain() {
      draining = false;
      return Future.succeededFuture();
    }
  }
}
