package dev.vertxmesh.it.handshake;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.grpc.GrpcBridge;
import dev.vertxmesh.bridge.grpc.GrpcOptions;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where an agent is the client of TLS: a Dubbo provider, a gRPC server, etcd, Nacos and ZooKeeper,
 * each of which isn't the one that it should be. No call goes there, and a person is told why.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClientTlsTest {

  private static final Logger WATCH = Logger.getLogger(WatchedTls.class.getName());

  private final List<Registry> opened = new ArrayList<>();
  private Vertx vertx;
  private Authority ours;
  private Authority theirs;
  private Path trusted;
  private Identity client;
  private Path password;

  /** Who connects, and how it says what's wrong. */
  enum Client {
    DUBBO_PROVIDER,
    DUBBO_PROVIDER_BY_OPENSSL,
    GRPC_SERVER,
    ETCD,
    NACOS,
    ZOOKEEPER
  }

  @BeforeAll
  void authorities(@TempDir Path folder) {
    ours = Authority.elliptic(folder, "ours");
    theirs = Authority.elliptic(folder, "theirs");
  }

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    vertx = Vertx.vertx();
    trusted = Files.copy(ours.cert(), folder.resolve("trusted.crt"));
    client = null;
    password = null;
  }

  @AfterEach
  void stop() {
    opened.forEach(registry -> RawGrpc.get(registry.close()));
    opened.clear();
    RawGrpc.get(vertx.close());
  }

  /** Connects, again and again; what it says of the last attempt. */
  private Supplier<String> connect(Client kind, int port) {
    Path cert = client == null ? null : client.cert();
    Path key = client == null ? null : client.key();
    return switch (kind) {
      case DUBBO_PROVIDER, DUBBO_PROVIDER_BY_OPENSSL -> {
        TlsEngine engine = kind == Client.DUBBO_PROVIDER ? TlsEngine.JDK : TlsEngine.OPENSSL;
        TlsClient tls =
            TlsClient.open(
                vertx, "dubbo", new TlsFiles(cert, key, password, trusted), null, engine);
        DubboOptions options =
            DubboOptions.from(new JsonObject().put("host", "127.0.0.1").put("port", port), tls);
        yield DubboBridge.open(
                vertx.getOrCreateContext(), options, BackendObserver.NONE, ApiClasses.NONE)
            ::state;
      }
      case GRPC_SERVER -> {
        TlsClient tls = TlsClient.open(vertx, "grpc", new TlsFiles(cert, key, password, trusted));
        GrpcOptions options =
            GrpcOptions.of("127.0.0.1", port, tls, 1 << 20, WindowLimits.DEFAULT_MOST);
        yield GrpcBridge.open(vertx.getOrCreateContext(), options, BackendObserver.NONE)::state;
      }
      case ETCD, NACOS, ZOOKEEPER -> {
        String url =
            switch (kind) {
              case ETCD -> "etcd://127.0.0.1:%1$d/p?wait=100&ca=%2$s";
              case NACOS -> "nacos://127.0.0.1:%1$d?grpc-port=%1$d&wait=100&cache=none&ca=%2$s";
              default -> "zookeeper://127.0.0.1:%1$d?timeout=2000&wait=100&cache=none&ca=%2$s";
            };
        String own = client == null ? "" : "&cert=" + cert + "&key=" + key;
        String secret = password == null ? "" : "&key-password-file=" + password;
        Registry registry = Registries.open(vertx, url.formatted(port, trusted) + own + secret);
        opened.add(registry);
        registry.watch(instances -> {});
        yield registry::problem;
      }
    };
  }

  private void isLeft(Client kind, TlsServer server, String words) {
    Supplier<String> said = connect(kind, server.port());
    await().untilAsserted(() -> assertThat(said.get()).containsPattern("(?i)" + words));
    System.out.printf("%s: %s%n", kind, said.get());
    assertThat(server.bytes()).isZero();
  }

  private TlsServer server(Identity identity) {
    return TlsServer.with(vertx, identity, null);
  }

  private static Instant in(int days) {
    return Instant.now().plus(days, DAYS);
  }

  @ParameterizedTest
  @EnumSource
  void theRightOneIsSpokenTo(Client kind) {
    client = ours.issue("client", "");
    TlsServer server = TlsServer.with(vertx, ours.issue("server", "ip:127.0.0.1"), ours);
    connect(kind, server.port());
    await().until(() -> server.connections() > 0);
  }

  @ParameterizedTest
  @EnumSource
  void theRightOneIsSpokenToWithAKeyThatIsEncrypted(Client kind) throws IOException {
    client = ours.encrypted(ours.issue("client", ""), "opens it");
    password = Files.writeString(trusted.resolveSibling("password"), "opens it\n");
    TlsServer server = TlsServer.with(vertx, ours.issue("server", "ip:127.0.0.1"), ours);
    connect(kind, server.port());
    await().until(() -> server.shown().equals("CN=client"));
  }

  @ParameterizedTest
  @EnumSource
  void oneWhoseCertificateHasExpiredIsLeft(Client kind) {
    Identity identity = ours.issue("server", "ip:127.0.0.1", in(-9), in(-1));
    isLeft(kind, server(identity), "expired|NotAfter");
  }

  @ParameterizedTest
  @EnumSource
  void oneWhoseCertificateIsntValidYetIsLeft(Client kind) {
    Identity identity = ours.issue("server", "ip:127.0.0.1", in(1), in(9));
    isLeft(kind, server(identity), "valid yet|NotBefore");
  }

  @ParameterizedTest
  @EnumSource
  void oneOfAnotherNameIsLeft(Client kind) {
    isLeft(kind, server(ours.issue("server", "ip:10.0.0.1")), "alternative .*127.0.0.1");
  }

  @ParameterizedTest
  @EnumSource
  void oneOfAnotherAuthorityIsLeft(Client kind) {
    Identity identity = theirs.issue("server", "ip:127.0.0.1");
    isLeft(kind, server(identity), "authority that is trusted|valid certification path");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRPC_SERVER")
  void oneThatWantsACertificateIsLeftWithoutOne(Client kind) {
    TlsServer server = TlsServer.with(vertx, ours.issue("server", "ip:127.0.0.1"), ours);
    isLeft(kind, server, "certificate");
  }

  @Test
  void aGrpcServerThatWantsACertificateIsLeftWithoutOne() {
    Identity identity = ours.issue("server", "ip:127.0.0.1");
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(new PemTrustOptions().addCertPath(ours.cert() + ""))
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(identity.cert() + "")
                    .addKeyPath(identity.key() + ""));
    FakeGrpc server = new FakeGrpc(vertx, options);
    Supplier<String> said = connect(Client.GRPC_SERVER, server.port());
    await().untilAsserted(() -> assertThat(said.get()).contains("Connection was closed"));
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void oneThatKnowsOnlyAnOldTlsIsLeft(Client kind) {
    TlsServer server = TlsServer.old(vertx);
    Supplier<String> said = connect(kind, server.port());
    await().untilAsserted(() -> assertThat(said.get()).contains("protocol_version"));
    assertThat(server.bytes()).as("of its hello").isPositive();
    assertThat(server.inPlainText()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void oneThatSpeaksPlainTextIsLeft(Client kind) {
    TlsServer server = TlsServer.plain(vertx);
    Supplier<String> said = connect(kind, server.port());
    await()
        .untilAsserted(
            () -> assertThat(said.get()).containsPattern("(?i)plain text|not an SSL/TLS record"));
    assertThat(server.bytes()).as("of its hello").isPositive();
    assertThat(server.inPlainText()).isZero();
  }

  @Test
  void aGrpcServerThatSpeaksNoHttp2IsLeft() {
    TlsServer server = server(ours.issue("server", "ip:127.0.0.1"));
    Supplier<String> said = connect(Client.GRPC_SERVER, server.port());
    await()
        .untilAsserted(() -> assertThat(said.get()).contains("HTTP/1.1 over TLS, expected HTTP/2"));
  }

  @ParameterizedTest
  @EnumSource
  void aRenewedCertificateIsShownToItOnceItsConnectedToAgain(Client kind) throws IOException {
    Identity first = ours.issue("first", "");
    Identity second = ours.issue("second", "");
    Path folder = trusted.getParent();
    client =
        new Identity(
            Files.copy(first.cert(), folder.resolve("own.crt")),
            Files.copy(first.key(), folder.resolve("own.key")));
    TlsServer server = TlsServer.with(vertx, ours.issue("server", "ip:127.0.0.1"), ours);
    connect(kind, server.port());
    await().until(() -> server.shown().equals("CN=first"));
    Files.copy(second.key(), client.key(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(second.cert(), client.cert(), StandardCopyOption.REPLACE_EXISTING);
    await()
        .until(
            () -> {
              server.cut();
              return server.shown().equals("CN=second");
            });
    CompletableFuture<LogRecord> foundBad = new CompletableFuture<>();
    WATCH.setFilter(
        record ->
            !Arrays.toString(record.getParameters()).contains(client.key().toString())
                || !foundBad.complete(record));
    Files.writeString(client.key(), "MARKED");
    await().until(foundBad::isDone);
    WATCH.setFilter(null);
    int before = server.connections();
    await()
        .until(
            () -> {
              server.cut();
              return server.connections() > before;
            });
    assertThat(server.shown()).isEqualTo("CN=second");
  }

  @ParameterizedTest
  @EnumSource
  void whoseAuthorityIsTakenAwayIsLeftOnceItConnectsAgain(Client kind) throws IOException {
    TlsServer server = server(ours.issue("server", "ip:127.0.0.1"));
    Supplier<String> said = connect(kind, server.port());
    await().until(() -> server.connections() > 0);
    Files.copy(theirs.cert(), trusted, StandardCopyOption.REPLACE_EXISTING);
    await()
        .untilAsserted(
            () -> {
              server.cut();
              assertThat(said.get())
                  .containsPattern("authority that is trusted|valid certification path");
            });
  }
}
