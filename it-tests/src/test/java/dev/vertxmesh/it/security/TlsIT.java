package dev.vertxmesh.it.security;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.net.TlsEngine;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
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
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One consumer agent with TLS on its three ports, each of which wants to see a certificate; by
 * either engine.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"OPENSSL", "JDK"})
@TestInstance(Lifecycle.PER_CLASS)
class TlsIT {

  private static final byte[] HELLO = RawGrpc.message("hello".getBytes()).getBytes();
  private static final String HEARTBEAT = "dabbe2000000000000000007000000014e";
  private static final String PATH = "/com.x.Greeter/Hello";

  /** RFC 4346, 7.4.1.2, without extensions; and the alert that says that it's too old. */
  private static final String TLS_1_1 =
      "160301002f0100002b0302" + "11".repeat(32) + "000004002fc0130100";

  private static final String PROTOCOL_VERSION = "0246";

  @Parameter TlsEngine engine;

  private final Vertx vertx = Vertx.vertx();
  private final int port = Ports.free();
  private final int dubboPort = Ports.free();
  private final int adminPort = Ports.free();
  private final FakeGrpc server = new FakeGrpc(vertx);
  private Authority authority;
  private Authority strangers;
  private Identity client;
  private Path serverCert;
  private Path serverKey;
  private Path clientCa;
  private Child agent;

  /** A port, and what its client agrees on. */
  enum Listener {
    CALLERS_HTTP_1("http/1.1"),
    CALLERS_HTTP_2("h2"),
    DUBBO(""),
    ADMIN("http/1.1");

    private final String protocol;

    Listener(String protocol) {
      this.protocol = protocol;
    }
  }

  @BeforeParameterizedClassInvocation
  void start(TlsEngine by, @TempDir Path folder) throws IOException {
    server.does(FakeGrpc::echo);
    authority = new Authority(folder, "ours");
    strangers = new Authority(folder, "theirs");
    client = authority.issue("client", "dns:client.example");
    serverCert = folder.resolve("tls.crt");
    serverKey = folder.resolve("tls.key");
    clientCa = folder.resolve("ca.crt");
    put(authority.issue("first", "ip:127.0.0.1"));
    Files.copy(authority.cert(), clientCa);
    List<String> flags =
        List.of(
            "--port", "" + port,
            "--dubbo-port", "" + dubboPort,
            "--admin-port", "" + adminPort,
            "--tls-cert", "" + serverCert,
            "--tls-key", "" + serverKey,
            "--tls-client-ca", "" + clientCa,
            "--admin-tls-cert", "" + serverCert,
            "--admin-tls-key", "" + serverKey,
            "--admin-tls-client-ca", "" + clientCa,
            "--registry", "static:grpc://127.0.0.1:" + server.port() + "/com.x.Greeter",
            "--tls-engine", by.label(),
            "--event-loops", "1");
    agent = Child.start("mesh-consumer", Agent.command("mesh-consumer", flags), Map.of());
    agent.awaitLine(Pattern.compile(" listens: "));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    agent.terminate();
    agent.awaitExit();
    assertThat(agent.log()).doesNotContain("LEAK", "PRIVATE KEY");
  }

  @AfterAll
  void close() {
    RawGrpc.get(vertx.close());
  }

  private void put(Identity identity) throws IOException {
    Files.copy(identity.key(), serverKey, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(identity.cert(), serverCert, StandardCopyOption.REPLACE_EXISTING);
  }

  private int portOf(Listener listener) {
    return switch (listener) {
      case CALLERS_HTTP_1, CALLERS_HTTP_2 -> port;
      case DUBBO -> dubboPort;
      case ADMIN -> adminPort;
    };
  }

  private Identity identity(String which) {
    Instant now = Instant.now();
    return switch (which) {
      case "none" -> null;
      case "expired" -> authority.issue(which, "", now.minus(9, DAYS), now.minus(1, DAYS));
      case "early" -> authority.issue(which, "", now.plus(1, DAYS), now.plus(9, DAYS));
      case "strange" -> strangers.issue(which, "");
      default -> client;
    };
  }

  /**
   * A connection whose handshake has ended well, which in TLS 1.2 is one that both have agreed to.
   */
  private SSLSocket connect(Listener listener, Identity identity, String tls) throws Exception {
    SSLContext context = TlsPeer.context(identity, authority);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", portOf(listener));
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {tls});
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!listener.protocol.isEmpty()) {
      parameters.setApplicationProtocols(new String[] {listener.protocol});
    }
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(100_000);
    socket.startHandshake();
    return socket;
  }

  private HttpResponse<byte[]> ask(HttpClient.Version version, HttpRequest.Builder what)
      throws Exception {
    HttpClient http =
        HttpClient.newBuilder()
            .version(version)
            .sslContext(TlsPeer.context(client, authority))
            .build();
    return http.send(what.build(), BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder to(int to, String path) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + to + path));
  }

  private HttpRequest.Builder call(String contentType) {
    return to(port, PATH)
        .header("content-type", contentType)
        .POST(BodyPublishers.ofByteArray(HELLO));
  }

  private String admin(String path) throws Exception {
    return new String(
        ask(HttpClient.Version.HTTP_1_1, to(adminPort, path)).body(), StandardCharsets.UTF_8);
  }

  private double refused() throws Exception {
    return Metrics.parse(admin("/metrics"))
        .sum("mesh_callers_connection_ends_total", "reason=\"tls\"");
  }

  @Test
  void grpcAndGrpcWebAndHttpAreAnswered() throws Exception {
    HttpResponse<byte[]> grpc = ask(HttpClient.Version.HTTP_2, call("application/grpc"));
    assertThat(grpc.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(grpc.body()).isEqualTo(HELLO);
    HttpResponse<byte[]> web = ask(HttpClient.Version.HTTP_1_1, call("application/grpc-web+proto"));
    assertThat(web.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(Buffer.buffer(web.body()).slice(0, HELLO.length)).isEqualTo(Buffer.buffer(HELLO));
    assertThat(new JsonObject(admin("/health/live")).getBoolean("live")).isTrue();
    assertThat(admin("/topology")).contains("\"engine\":\"%s\"".formatted(engine.label()));
  }

  @ParameterizedTest
  @EnumSource
  void aRightCertificatePassesInBothVersions(Listener listener) throws Exception {
    for (String tls : List.of("TLSv1.2", "TLSv1.3")) {
      try (SSLSocket socket = connect(listener, client, tls)) {
        assertThat(socket.getSession().getProtocol()).isEqualTo(tls);
        assertThat(socket.getApplicationProtocol()).isEqualTo(listener.protocol);
      }
    }
  }

  @Test
  void aDubboConsumerIsAnswered() throws Exception {
    try (SSLSocket socket = connect(Listener.DUBBO, client, "TLSv1.3")) {
      socket.getOutputStream().write(HexFormat.of().parseHex(HEARTBEAT));
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(HexFormat.of().formatHex(answer)).isEqualTo("dabb22140000000000000007");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "expired, certificate_unknown",
    "early,   certificate_unknown",
    "strange, certificate_unknown",
    // the first from JDK 17.0.15, the second from 25
    "none,    (bad_certificate|handshake_failure)"
  })
  void anyOtherIsToldWhyAndNothingOfItGoesOn(String which, String alert) throws Exception {
    int before = server.requests().size();
    Identity identity = identity(which);
    for (Listener listener : Listener.values()) {
      assertThatThrownBy(() -> connect(listener, identity, "TLSv1.2"))
          .as("%s", listener)
          .satisfiesAnyOf(
              told ->
                  assertThat(told)
                      .isInstanceOf(SSLException.class)
                      .hasMessageMatching("(?s).*" + alert + ".*"),
              // the client was still writing when the agent had said so and closed
              closed -> assertThat(closed).isInstanceOf(SocketException.class));
    }
    assertThat(server.requests()).hasSize(before);
  }

  @Test
  void aServerOfAnotherNameIsLeftByItsClient() throws Exception {
    SSLContext context = TlsPeer.context(client, authority);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      assertThatThrownBy(socket::startHandshake).hasMessageContaining("localhost found");
    }
  }

  private byte[] raw(Listener listener, byte[] bytes) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", portOf(listener))) {
      socket.setSoTimeout(100_000);
      socket.getOutputStream().write(bytes);
      return socket.getInputStream().readAllBytes();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tlsThatIsTooOldIsToldSo(Listener listener) throws Exception {
    byte[] answer = raw(listener, HexFormat.of().parseHex(TLS_1_1));
    assertThat(HexFormat.of().formatHex(answer)).startsWith("15").endsWith(PROTOCOL_VERSION);
  }

  @ParameterizedTest
  @EnumSource
  void plainTextIsToldSoWhereItsHttp(Listener listener) throws Exception {
    shown(Listener.CALLERS_HTTP_1); // and so its event loop has counted whoever was refused before
    double before = refused();
    byte[] request =
        listener == Listener.DUBBO
            ? HexFormat.of().parseHex(HEARTBEAT)
            : "GET / HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    String answer = new String(raw(listener, request), StandardCharsets.US_ASCII);
    if (listener == Listener.DUBBO) {
      assertThat(answer).isEmpty();
    } else {
      assertThat(answer)
          .startsWith("HTTP/1.1 400 ")
          .endsWith("this port has TLS and the request came without, expected https\"}");
    }
    boolean counted = portOf(listener) == port;
    await().untilAsserted(() -> assertThat(refused() - before).isEqualTo(counted ? 1 : 0));
  }

  private String shown(Listener listener) throws Exception {
    try (SSLSocket socket = connect(listener, client, "TLSv1.3")) {
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    }
  }

  @Test
  void tenNewCertificatesUnderLoadCutNoConnectionAndLoseNoCall() throws Exception {
    List<KeptConnection> kept = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String tls = i % 2 == 0 ? "TLSv1.2" : "TLSv1.3";
      kept.add(new KeptConnection(connect(Listener.CALLERS_HTTP_1, client, tls), PATH, HELLO));
    }
    for (int i = 1; i <= 10; i++) {
      String name = "certificate" + i;
      put(authority.issue(name, "ip:127.0.0.1"));
      for (Listener listener : Listener.values()) {
        await().until(() -> shown(listener).equals("CN=" + name));
      }
      int before = kept.stream().mapToInt(each -> each.answered()).sum();
      await()
          .until(
              () ->
                  kept.stream().anyMatch(each -> each.failure() != null)
                      || kept.stream().mapToInt(each -> each.answered()).sum() > before + 20);
      assertThat(kept).extracting(each -> each.failure()).containsOnlyNulls();
    }
    for (KeptConnection each : kept) {
      each.end();
      assertThat(each.failure()).isNull();
    }
    System.out.printf(
        "ten certificates under %d calls%n", kept.stream().mapToInt(each -> each.answered()).sum());
  }

  @Test
  void filesThatAreNoGoodChangeNothingAndAreShown() throws Exception {
    byte[] good = Files.readAllBytes(serverKey);
    Files.writeString(serverKey, "MARKED");
    // the admin port looks at its files by itself, perhaps before the callers' port does
    await()
        .untilAsserted(
            () ->
                assertThat(agent.log())
                    .containsPattern(
                        "WARN.*callers: .*tls.key holds no private key, expected .*put good files"));
    assertThat(admin("/topology")).contains("holds no private key, expected");
    assertThat(shown(Listener.CALLERS_HTTP_2)).startsWith("CN=");
    Files.write(serverKey, good);
    await().until(() -> !admin("/topology").contains("holds no private key, expected"));
    assertThat(agent.log()).doesNotContain("MARKED");
    assertThat(Metrics.parse(admin("/metrics")).sum("mesh_tls_certificate_expires_seconds"))
        .isBetween(2 * 29.0 * 86_400, 2 * 30.0 * 86_400);
  }

  @Test
  void whoseAuthorityIsTakenAwayDoesntComeInAgain() throws Exception {
    Identity strange = identity("strange");
    Files.copy(strangers.cert(), clientCa, StandardCopyOption.REPLACE_EXISTING);
    for (Listener listener : Listener.values()) {
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> connect(listener, client, "TLSv1.2").close())
                      .hasMessageContaining("certificate_unknown"));
      connect(listener, strange, "TLSv1.2").close();
    }
    Files.copy(authority.cert(), clientCa, StandardCopyOption.REPLACE_EXISTING);
    for (Listener listener : Listener.values()) {
      await().ignoreExceptions().until(() -> connect(listener, client, "TLSv1.2").isConnected());
    }
  }

  /** Each would cost as much as a handshake, for as long as a client likes. */
  @Test
  void aClientMayNotRenegotiate() throws Exception {
    try (SSLSocket socket = connect(Listener.CALLERS_HTTP_1, client, "TLSv1.2")) {
      assertThatThrownBy(
              () -> {
                socket.startHandshake();
                socket.getInputStream().read();
              })
          .isInstanceOf(IOException.class);
    }
  }
}
