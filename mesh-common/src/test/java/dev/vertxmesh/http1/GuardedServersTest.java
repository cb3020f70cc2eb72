package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.net.tls.listener.TlsListener;
import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real servers of Vert.x, as the agents' ports are. */
class GuardedServersTest {

  private static final int PATIENCE_MILLIS = 100_000;
  private static final String RIGHT = "GET /right HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String LAST = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  private static final String WRONG = "GET /wrong HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private int port;
  private HttpClientAgent client;

  @BeforeEach
  void start() throws Exception {
    port = listen(new HttpServerOptions());
  }

  @AfterEach
  void stop() {
    vertx.close();
  }

  private int listen(HttpServerOptions options) throws Exception {
    return listen(GuardedServers.create(vertx, options));
  }

  private int listen(HttpServer server) throws Exception {
    return server
        .requestHandler(this::onRequest)
        .invalidRequestHandler(GuardedServersTest::onInvalid)
        .listen(0, "127.0.0.1")
        .map(HttpServer::actualPort)
        .toCompletionStage()
        .toCompletableFuture()
        .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void onRequest(HttpServerRequest request) {
    Buffer body = Buffer.buffer();
    request.handler(body::appendBuffer);
    request.exceptionHandler(cause -> refuse(request, cause));
    request.endHandler(
        end -> {
          seen.add(request.method() + " " + request.path() + " " + body);
          request.response().end(request.path() + body.length());
        });
  }

  private static void onInvalid(HttpServerRequest request) {
    refuse(request, request.decoderResult().cause());
  }

  private static void refuse(HttpServerRequest request, Throwable cause) {
    if (!request.response().ended()) {
      request.response().setStatusCode(BadRequest.statusOf(cause)).end(cause.getMessage());
      request.connection().close();
    }
  }

  /** Sends it in these pieces, and reads until the server closes. */
  private static String exchange(int port, String... pieces) throws IOException {
    return exchange(new Socket("127.0.0.1", port), pieces);
  }

  private static String exchange(Socket to, String... pieces) throws IOException {
    try (Socket socket = to) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      for (String piece : pieces) {
        socket.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
      }
      StringBuilder answer = new StringBuilder();
      byte[] bytes = new byte[8192];
      try {
        for (int n = socket.getInputStream().read(bytes);
            n >= 0;
            n = socket.getInputStream().read(bytes)) {
          answer.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
        }
      } catch (SocketException e) {
        // closed with bytes of ours unread; what came before that counts
      }
      return answer.toString();
    }
  }

  private static long answers(String all, int status) {
    return Arrays.stream(all.split("(?=HTTP/1\\.)"))
        .filter(answer -> answer.startsWith("HTTP/1.1 " + status))
        .count();
  }

  /** One test, and not one an attack: as such PIT would take minutes for each of its mutations. */
  @Test
  void whatIsWrongIsAnsweredInItsTurnAndNothingBehindItIsServed() throws Exception {
    for (Attack attack : Corpus.all()) {
      if (attack.status() != 0) {
        seen.clear();
        String answer = exchange(port, attack.text());
        String what = attack + ": " + answer;
        assertThat(answers(answer, 200)).as(what).isEqualTo(attack.right());
        assertThat(answers(answer, attack.status())).as(what).isOne();
        assertThat(seen).as(what).hasSize(attack.right());
      }
    }
  }

  @Test
  void aPipelineIsAnsweredUpToTheRequestThatIsWrong() throws Exception {
    String answer = exchange(port, RIGHT + RIGHT + WRONG + RIGHT);
    assertThat(answers(answer, 200)).isEqualTo(2);
    assertThat(answer).containsSubsequence("/right0", "/right0", "400", "header line 2");
    assertThat(seen).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"P", "PR", "PRI * HTTP/2.0\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n"})
  void whatBeginsLikeHttp2AndIsNotIsRefused(String beginning) throws Exception {
    String answer = exchange(port, beginning, "\0\r\n\r\n" + RIGHT);
    assertThat(answer).startsWith("HTTP/1.1 " + (beginning.length() > 2 ? 505 : 400));
    assertThat(seen).isEmpty();
  }

  @Test
  void aPostThatComesAfterItsFirstLetterIsServed() throws Exception {
    exchange(port, "P", LAST.replace("GET", "OST"));
    assertThat(seen).containsExactly("POST /last ");
  }

  @Test
  void http2BeginsWithItsPrefaceOrAnUpgrade() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    for (String body : new String[] {"", "hello", "x".repeat(300_000)}) {
      HttpRequest post =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/two"))
              .POST(BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> answer = client.send(post, BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(answer.body()).isEqualTo("/two" + body.length());
    }
  }

  @Test
  void anUpgradeThatVertxRefusesEndsTheConnection() throws Exception {
    String upgrade = "GET /up HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n";
    String answer = exchange(port, upgrade + RIGHT);
    assertThat(answer).startsWith("HTTP/1.1 400");
    assertThat(seen).isEmpty();
  }

  @Test
  void behindAnUpgradeABodyIsStillReadStrictly() throws Exception {
    String upgrade =
        "POST /up HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade, http2-settings\r\n"
            + "HTTP2-Settings: AAMAAABkAAQAAP__\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n";
    String answer = exchange(port, upgrade + "0\r\n\r\n" + RIGHT);
    assertThat(answer).doesNotContain("/right");
    assertThat(seen).isEmpty();
  }

  private static Path file(String name) throws Exception {
    return Path.of(TlsFiles.class.getResource(name).toURI());
  }

  private static Socket encrypted(int port) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file("ec.crt"))) {
      store.setCertificateEntry(
          "ec", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    return context.getSocketFactory().createSocket("127.0.0.1", port);
  }

  private static HttpClientOptions trusting(HttpVersion version) {
    return new HttpClientOptions()
        .setSsl(true)
        .setTrustAll(true)
        .setVerifyHost(false)
        .setUseAlpn(true)
        .setProtocolVersion(version);
  }

  /** A client says which one it can speak, and the server agrees. */
  @Test
  void overTlsEachVersionIsSpokenThatWasAgreedOnAndIsSecure() throws Exception {
    TlsFiles files = TlsFiles.of(file("ec.crt"), file("ec-sec1.key"), null);
    try (WatchedTls watched = WatchedTls.open(vertx, "callers", List.of(files), TlsEngine.JDK)) {
      TlsListener tls = new TlsListener(watched, ClientCertificates.NONE, "h2", "http/1.1");
      HttpServer server =
          GuardedServers.create(
              vertx, new HttpServerOptions(), (connection, begin) -> begin.run(), tls::begin);
      int secure =
          server
              .requestHandler(
                  request ->
                      request
                          .response()
                          .end(request.version() + " " + request.scheme() + " " + request.isSSL()))
              .listen(0, "127.0.0.1")
              .map(HttpServer::actualPort)
              .toCompletionStage()
              .toCompletableFuture()
              .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      for (HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
        client = vertx.createHttpClient(trusting(version));
        String answer =
            client
                .request(HttpMethod.GET, secure, "127.0.0.1", "/")
                .compose(request -> request.send().compose(HttpClientResponse::body))
                .map(Buffer::toString)
                .toCompletionStage()
                .toCompletableFuture()
                .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(answer).isEqualTo(version + " https true");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 600})
  void overTlsItsReadStrictlyAndAnswersAreQueuedOnce(int idleSeconds) throws Exception {
    TlsFiles files = TlsFiles.of(file("ec.crt"), file("ec-sec1.key"), null);
    try (WatchedTls watched = WatchedTls.open(vertx, "callers", List.of(files), TlsEngine.JDK)) {
      TlsListener tls = new TlsListener(watched, ClientCertificates.NONE, "http/1.1");
      Queue<String> handlers = new ConcurrentLinkedQueue<>();
      Queue<Channel> accepted = new ConcurrentLinkedQueue<>();
      HttpServer server =
          GuardedServers.create(
                  vertx,
                  new HttpServerOptions().setIdleTimeout(idleSeconds),
                  (connection, begin) -> {
                    accepted.add(connection);
                    begin.run();
                  },
                  tls::begin)
              .connectionHandler(
                  connection ->
                      handlers.addAll(
                          ((HttpServerConnection) connection)
                              .channelHandlerContext()
                              .pipeline()
                              .names()));
      String answer = exchange(encrypted(listen(server)), RIGHT + WRONG + RIGHT);
      assertThat(answer).containsSubsequence("/right0", "400", "header line 2");
      assertThat(seen).hasSize(1);
      assertThat(accepted).hasSize(1);
      assertThat(handlers).contains("httpDecoder").doesNotContain("chunkedWriter");
      assertThat(handlers.contains("idle")).isEqualTo(idleSeconds > 0);
    }
  }

  @Test
  void withoutHttp2ItsPrefaceIsAnotherVersion() throws Exception {
    int old = listen(new HttpServerOptions().setHttp2ClearTextEnabled(false));
    String answer = exchange(old, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 505");
    assertThat(exchange(old, RIGHT + LAST)).containsSubsequence("/right0", "/last0");
  }
}
