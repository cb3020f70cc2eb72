package dev.vertxmesh.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.telemetry.MeshMeters;
import io.netty.pkitesting.CertificateBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask the admin port for what, where others than this machine reach it. */
class AdminAccessTest {

  private static final String TOKEN = "6f1c9a7e02b84d5386ee";
  private static final Set<String> OPEN = Set.of("/health", "/metrics");

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir Path folder;
  private Path file;
  private volatile boolean drained;
  private int port;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("tokens");
    Files.writeString(file, "# of people\n\nops " + TOKEN + "\n");
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private void listen(AdminAccess access) throws Exception {
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
            return Future.succeededFuture();
          }
        };
    port =
        new AdminServer(vertx, subject, () -> meters, List.of(), access, null)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS);
  }

  private HttpResponse<String> ask(String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health/live", "/health/ready", "/metrics"})
  void healthAndMetricsAreForEverybody(String path) throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    assertThat(ask("GET", path).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /",
    "GET, /topology",
    "POST, /drain",
    "GET, /pre-stop",
    "GET, /nothing-here",
    "GET, /metricsX",
    "GET, //metrics",
    "OPTIONS, /drain"
  })
  void allElseNeedsAToken(String method, String path) throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    HttpResponse<String> answer = ask(method, path, "x-mesh-hook", "pre-stop");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("www-authenticate")).hasValue(AdminAccess.CHALLENGE);
    assertThat(answer.body()).contains("Authorization: Bearer TOKEN").doesNotContain(TOKEN);
    assertThat(drained).isFalse();
  }

  @Test
  void whereACertificateIsAskedForThisMachineIsNobody() throws Exception {
    listen(AdminAccess.withCertificates(OPEN));
    assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
    HttpResponse<String> answer = ask("POST", "/drain");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("expected a certificate of --admin-tls-client-ca");
    assertThat(drained).isFalse();
  }

  @Test
  void whereEitherWillDoBothAreNamed() throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, true));
    HttpResponse<String> answer = ask("POST", "/drain");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("a token of --admin-token-file", "or a certificate of --admin-tls-client-ca");
  }

  @Test
  void whoHasACertificateNeedsNoTokenButAWrongOneIsRefused() throws Exception {
    AdminAccess access = AdminAccess.withTokens(file, OPEN, false);
    assertThat(access.visitor(certified(null))).isEqualTo("ops.example");
    assertThat(access.visitor(certified("Bearer " + TOKEN))).isEqualTo("ops");
    assertThat(access.visitor(certified("Bearer " + "wrong".repeat(4)))).isNull();
    assertThat(AdminAccess.withCertificates(OPEN).visitor(certified(null)))
        .isEqualTo("ops.example");
  }

  /** A request of who has shown a certificate. */
  private static HttpServerRequest certified(String authorization) throws Exception {
    X509Certificate shown =
        new CertificateBuilder()
            .subject("CN=ops")
            .addSanDnsName("ops.example")
            .setIsCertificateAuthority(true)
            .buildSelfSigned()
            .getCertificate();
    Certificate[] chain = {shown};
    SSLSession session = saying(SSLSession.class, Map.of("getPeerCertificates", chain));
    HttpConnection connection = saying(HttpConnection.class, Map.of("sslSession", session));
    Map<String, Object> said =
        new HashMap<>(
            Map.of(
                "connection",
                connection,
                "path",
                "/drain",
                "remoteAddress",
                SocketAddress.inetSocketAddress(4711, "10.0.0.1")));
    said.put("getHeader", authorization);
    return saying(HttpServerRequest.class, said);
  }

  private static <T> T saying(Class<T> type, Map<String, ?> said) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> said.get(method.getName())));
  }

  @Test
  void aTokenIsOnePersonsAlone() throws IOException {
    Files.writeString(file, "ops " + TOKEN + "\nnight " + TOKEN + "\n");
    assertThatThrownBy(() -> AdminAccess.withTokens(file, OPEN, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            file + ":2: the token of night is that of ops, expected one of its own for each");
  }

  @Test
  void whoHasATokenMayAskForEverything() throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    assertThat(ask("GET", "/topology", "authorization", "Bearer " + TOKEN).statusCode())
        .isEqualTo(200);
    assertThat(ask("GET", "/", "authorization", basic("whoever", TOKEN)).statusCode())
        .isEqualTo(200);
    assertThat(ask("POST", "/drain", "authorization", "bearer  " + TOKEN).statusCode())
        .isEqualTo(202);
    assertThat(drained).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer ",
        "Bearer 6f1c9a7e02b84d5386ef",
        "Bearer ops",
        "Basic ???",
        "Basic b3Bz",
        "Digest 6f1c9a7e02b84d5386ee",
        "6f1c9a7e02b84d5386ee"
      })
  void whatIsNoTokenOfTheFilesIsRefused(String authorization) throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    assertThat(ask("GET", "/topology", "authorization", authorization).statusCode()).isEqualTo(401);
  }

  @Test
  void withoutTokensTheRestIsForNobody() throws Exception {
    listen(AdminAccess.nobody("0.0.0.0", OPEN));
    assertThat(askFrom("127.0.0.6", "/metrics")).startsWith("HTTP/1.1 200 ");
    assertThat(askFrom("127.0.0.6", "/topology"))
        .startsWith("HTTP/1.1 401 ")
        .contains("listens on 0.0.0.0", "no --admin-token-file", "elsewhere /health, /metrics");
  }

  @Test
  void withoutTokensWhatStandsBesideTheAgentMayAskForEverything() throws Exception {
    listen(AdminAccess.nobody("0.0.0.0", OPEN));
    assertThat(askFrom("127.0.0.1", "/topology")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void onceThereAreTokensItNeedsOneToo() throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    assertThat(askFrom("127.0.0.1", "/topology")).startsWith("HTTP/1.1 401 ");
  }

  private String askFrom(String address, String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port, InetAddress.getByName(address), 0)) {
      String request = "GET %s HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n".formatted(path);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whatIsOpenIsASetting() throws Exception {
    listen(AdminAccess.withTokens(file, Set.of("none"), false));
    assertThat(ask("GET", "/metrics").statusCode()).isEqualTo(401);
    assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(401);
    listen(AdminAccess.nobody("0.0.0.0", Set.of("/")));
    assertThat(askFrom("127.0.0.6", "/topology")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void tokensComeAndGoAsTheFileSays() throws IOException {
    AdminTokens tokens = AdminTokens.read(file);
    Files.writeString(file, "ops " + TOKEN + "\nnight 00112233445566778899\n");
    tokens.look();
    assertThat(tokens.nameOf("00112233445566778899")).isEqualTo("night");
    Files.writeString(file, "night 00112233445566778899\n");
    tokens.look();
    assertThat(tokens.nameOf(TOKEN)).isNull();
    Files.writeString(file, "short\n");
    tokens.look();
    Files.delete(file);
    tokens.look();
    assertThat(tokens.nameOf("00112233445566778899")).isEqualTo("night");
  }

  @ParameterizedTest
  @CsvSource({
    "'# nothing', 'it has 0 tokens, expected 1 to 1000'",
    "'short', 'tokens:1: expected a token of at least 16 visible characters'",
    "'a b 6f1c9a7e02b84d5386ee', 'and before it at most a name'",
    "'6f1c9a7e02b84d5386eeä', 'visible characters'"
  })
  void aLineThatIsNoTokenIsNamedAndNotShown(String lines, String told) throws IOException {
    Files.writeString(file, lines);
    assertThatThrownBy(() -> AdminTokens.read(file))
        .hasMessageContaining(told)
        .hasMessageNotContaining("6f1c");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> AdminTokens.read(missing))
        .hasMessage(missing + ": there is no such file");
  }

  /** Who has been right from the address goes on beside somebody that guesses there. */
  @Test
  void whoGuessesIsAskedToWaitAndWhoWasRightIsNot() throws Exception {
    listen(AdminAccess.withTokens(file, OPEN, false));
    assertThat(ask("GET", "/topology", "authorization", "Bearer " + TOKEN).statusCode())
        .isEqualTo(200);
    HttpResponse<String> last = null;
    for (int i = 0; i < 100 && (last == null || last.statusCode() == 401); i++) {
      last = ask("GET", "/topology", "authorization", "Bearer guess-number-" + i);
    }
    assertThat(last.statusCode()).isEqualTo(429);
    assertThat(Integer.parseInt(last.headers().firstValue("retry-after").orElseThrow()))
        .isBetween(1, 4);
    assertThat(ask("GET", "/topology", "authorization", "Bearer " + TOKEN).statusCode())
        .isEqualTo(200);
    assertThat(ask("GET", "/metrics", "authorization", "Bearer guess").statusCode()).isEqualTo(200);
  }
}
