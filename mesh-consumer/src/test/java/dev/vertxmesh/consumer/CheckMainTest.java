package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckMainTest {

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger asked = new AtomicInteger();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private String url;

  /** Not right the first time; then it gives back what it gets. */
  @BeforeEach
  void listen() throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  int status = asked.getAndIncrement() == 0 ? 503 : 200;
                  request
                      .body()
                      .onSuccess(body -> request.response().setStatusCode(status).end(body));
                });
    int port =
        server
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS)
            .actualPort();
    url = "http://127.0.0.1:" + port + "/com.x.Hello/hash";
  }

  @AfterEach
  void close() {
    vertx.close();
  }

  @Test
  void asksUntilTheAnswerIsRight() throws Exception {
    assertThat(check(url, "[1]", "[1]", "30")).isZero();
    assertThat(asked).hasValue(2);
    assertThat(out()).contains("-> 503 [1]\n", "-> 200 [1]\n");
  }

  @Test
  void saysWhatItExpectedWhenTheTimeIsOver() throws Exception {
    assertThat(check(url, "[1]", "[2]", "0")).isEqualTo(1);
    assertThat(out()).endsWith("expected 200 [2]\n");
  }

  @Test
  void whoDoesntListenIsAWrongAnswer() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
    assertThat(check(url, "[1]", "[1]", "0")).isEqualTo(1);
    assertThat(out()).contains("ConnectException");
  }

  @Test
  void whoCallsItWronglyIsToldHow() throws Exception {
    assertThat(check(url, "[1]")).isEqualTo(2);
    assertThat(check(url, "[1]", "1", "x")).isEqualTo(2);
    assertThat(check("nowhere", "[1]", "1")).isEqualTo(2);
    assertThat(out()).contains("expected URL BODY EXPECTED", "URL: given 'nowhere'");
  }

  private int check(String... args) throws InterruptedException {
    return CheckMain.run(new PrintStream(out, true, StandardCharsets.UTF_8), args);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
