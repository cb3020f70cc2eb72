package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckMainTest {

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger asked = new AtomicInteger();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private String url;

  /** Not right the first time; then it gives back what it gets. */
  @BeforeEach
  void listen() throws Exception {
    url = "http://127.0.0.1:" + listening(new HttpServerOptions()) + "/com.x.Hello/hash";
  }

  private int listening(HttpServerOptions options) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer(options)
            .requestHandler(
                request -> {
                  int status = asked.getAndIncrement() == 0 ? 503 : 200;
                  request
                      .body()
                      .onSuccess(body -> request.response().setStatusCode(status).end(body));
                });
    return server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(100, TimeUnit.SECONDS)
        .actualPort();
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
  void overTlsItBelievesTheAuthoritiesOfAFileAndOtherwiseJavas(@TempDir Path folder)
      throws Exception {
    X509Bundle authority =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=ours")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    X509Bundle server =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=gateway")
            .addSanIpAddress("127.0.0.1")
            .buildIssuedBy(authority);
    PemKeyCertOptions shown =
        new PemKeyCertOptions()
            .addCertValue(Buffer.buffer(server.getCertificatePEM()))
            .addKeyValue(Buffer.buffer(server.getPrivateKeyPEM()));
    int port = listening(new HttpServerOptions().setSsl(true).setKeyCertOptions(shown));
    Path file = Files.writeString(folder.resolve("ca.crt"), authority.getCertificatePEM());
    String there = "https://127.0.0.1:" + port + "/com.x.Hello/hash";
    assertThat(check(there, "[1]", "[1]", "30", file + "")).isZero();
    assertThat(check(there.replace("127.0.0.1", "localhost"), "[1]", "[1]", "0", file + ""))
        .as("for another name")
        .isEqualTo(1);
    assertThat(check(there, "[1]", "[1]", "0", folder.resolve("none") + "")).isEqualTo(1);
    assertThat(check(there, "[1]", "[1]", "0")).isEqualTo(1);
  }

  @Test
  void whoCallsItWronglyIsToldHow() throws Exception {
    assertThat(check(url, "[1]")).isEqualTo(2);
    assertThat(check(url, "[1]", "1", "x")).isEqualTo(2);
    assertThat(check(url, "[1]", "1", "1", "ca.crt", "x")).isEqualTo(2);
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
