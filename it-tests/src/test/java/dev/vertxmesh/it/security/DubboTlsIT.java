package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Real Dubbo providers with Dubbo's own {@code ssl}, which want to see a certificate. */
@ParameterizedClass(name = "dubbo {0}")
@ValueSource(strings = {"2.7.23", "3.3.6"})
class DubboTlsIT {

  @Parameter String release;

  private static Vertx vertx;
  private static Authority authority;
  private static Authority strangers;
  private static Identity client;
  private static DubboServer dubbo;

  @BeforeParameterizedClassInvocation
  static void start(String release, @TempDir Path folder) {
    vertx = Vertx.vertx();
    authority = Authority.elliptic(folder, "ours");
    strangers = Authority.elliptic(folder, "theirs");
    client = authority.issue("agent", "");
    Identity server = authority.issue("server", "dns:orders.example");
    dubbo =
        new DubboServer(
            Provider.dubbo(release)
                .flags("--tls-cert", server.cert() + "")
                .flags("--tls-key", server.key() + "")
                .flags("--tls-client-ca", authority.cert() + ""),
            Ports.free());
    dubbo.start();
  }

  @AfterParameterizedClassInvocation
  static void close() {
    dubbo.close();
    RawGrpc.get(vertx.close());
  }

  private static List<String> flags() {
    return List.of(
        "--dubbo-tls",
        "--dubbo-tls-ca",
        authority.cert() + "",
        "--dubbo-tls-cert",
        client.cert() + "",
        "--dubbo-tls-key",
        client.key() + "",
        "--dubbo-tls-name",
        "orders.example");
  }

  private static Agent agent(String name, List<String> more) {
    String[] all = Stream.concat(flags().stream(), more.stream()).toArray(String[]::new);
    Agent agent = Agent.of(name, all);
    agent.start();
    return agent;
  }

  @Test
  void aConsumersAgentCallsItStraight() {
    List<String> registry =
        List.of("--registry", "static:dubbo://127.0.0.1:" + dubbo.port(), "--event-loops", "1");
    try (Agent consumer = agent("mesh-consumer", registry)) {
      await()
          .untilAsserted(
              () -> {
                Answer answer = consumer.http().json(Samples.HELLO, "hash", "[\"mesh\"]");
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("" + "mesh".hashCode());
              });
      JsonObject tls = consumer.topology().getJsonArray("tls").getJsonObject(0);
      assertThat(tls.getString("listener")).isEqualTo("dubbo");
    }
  }

  @Test
  void aProvidersAgentAsksItWhatItExports(@TempDir Path folder) {
    List<String> beside =
        List.of("--dubbo", "127.0.0.1:" + dubbo.port(), "--registry", "file:" + folder);
    try (Agent provider = agent("mesh-provider", beside)) {
      await()
          .untilAsserted(
              () ->
                  assertThat(provider.topology().getJsonArray("services").toString())
                      .contains(Samples.HELLO, Samples.USERS));
      Metrics metrics = provider.metrics();
      assertThat(metrics.sum("mesh_tls_certificate_expires_seconds", "listener=\"dubbo\""))
          .isPositive();
    }
  }

  /** Asks for {@code $echo} as the provider's agent does; what is known of it then. */
  private static void isTurnedAway(
      Identity identity, Authority trusted, String name, String words) {
    for (TlsEngine engine : List.of(TlsEngine.JDK, TlsEngine.OPENSSL)) {
      isTurnedAway(tls(identity, trusted, name, engine), words);
    }
  }

  private static void isTurnedAway(TlsClient tls, String words) {
    DubboOptions options =
        DubboOptions.from(new JsonObject().put("host", "127.0.0.1").put("port", dubbo.port()), tls);
    DubboBridge bridge =
        DubboBridge.open(
            vertx.getOrCreateContext(), options, BackendObserver.NONE, ApiClasses.NONE);
    bridge.watch(() -> List.of(ServiceKey.of(Samples.HELLO)), () -> {});
    bridge.onServices();
    await().untilAsserted(() -> assertThat(bridge.state()).containsPattern(words));
    assertThat(bridge.answering()).isEmpty();
    RawGrpc.get(bridge.close());
  }

  private static TlsClient tls(
      Identity identity, Authority trusted, String name, TlsEngine engine) {
    TlsFiles files =
        identity == null
            ? TlsFiles.of(null, null, trusted.cert())
            : TlsFiles.of(identity.cert(), identity.key(), trusted.cert());
    return TlsClient.open(vertx, "dubbo", files, name, engine);
  }

  @Test
  void whoShowsNoGoodCertificateIsTurnedAway() {
    isTurnedAway(null, authority, "orders.example", "certificate");
    // the second from a provider that has OpenSSL itself
    isTurnedAway(
        strangers.issue("other", ""), authority, "orders.example", "certificate|internal_error");
  }

  @Test
  void itIsntBelievedToBeAnother() {
    isTurnedAway(client, authority, "stock.example", "stock.example");
    isTurnedAway(client, strangers, "orders.example", "authority that is trusted");
  }

  @Test
  void plainTextIsTurnedAway() {
    isTurnedAway(null, "the provider closed the connection");
  }
}
