package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.EchoVerticle;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a provider agent can bridge gRPC to, and what it says of what it can't. */
class GrpcBackendsIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private final Vertx vertx = Vertx.vertx();

  @TempDir Path folder;

  @AfterEach
  void close() {
    RawGrpc.get(vertx.close());
  }

  private void assertEchoes(List<String> bridge) {
    assertEchoes(bridge, "0");
  }

  private void assertEchoes(List<String> bridge, String code) {
    try (GrpcMesh mesh = new GrpcMesh(folder, bridge).start()) {
      RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
      RawGrpc.Reply reply = client.call("/com.x.Greeter/Hello", HELLO);
      assertThat(reply.code()).as(reply.message()).isEqualTo(code);
      assertThat(reply.body()).isEqualTo(HELLO);
      mesh.awaitIdle();
    }
  }

  private FakeGrpc secure(Identity identity, Authority clients) {
    HttpServerOptions tls =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(identity.cert() + "")
                    .addKeyPath(identity.key() + ""));
    if (clients != null) {
      tls.setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(new PemTrustOptions().addCertPath(clients.cert() + ""));
    }
    return new FakeGrpc(vertx, tls);
  }

  private List<String> secured(FakeGrpc server, String... flags) {
    List<String> all = new ArrayList<>(GrpcMesh.bridge(server.port(), List.of(SERVICE)));
    all.add("--grpc-tls");
    all.addAll(List.of(flags));
    return all;
  }

  @Test
  void aServerBehindTls() {
    Authority authority = new Authority(folder, "own");
    FakeGrpc server = secure(authority.issue("server", "ip:127.0.0.1"), null);
    assertEchoes(secured(server, "--grpc-ca", authority.cert() + ""));
  }

  @Test
  void aServerThatWantsACertificateToo() {
    Authority authority = new Authority(folder, "own");
    Identity agent = authority.issue("agent", "");
    FakeGrpc server = secure(authority.issue("server", "ip:127.0.0.1"), authority);
    assertEchoes(
        secured(
            server,
            "--grpc-ca",
            authority.cert() + "",
            "--grpc-cert",
            agent.cert() + "",
            "--grpc-key",
            agent.key() + ""));
  }

  @ParameterizedTest
  @CsvSource({"ip:127.0.0.1, false", "dns:elsewhere, true"})
  void aServerWhoseCertificateIsNotBelievedIsNotCalled(String name, boolean known) {
    Authority authority = new Authority(folder, "own");
    Authority other = new Authority(folder, "other");
    FakeGrpc server = secure(authority.issue("server", name), null);
    List<String> flags =
        new ArrayList<>(secured(server, "--grpc-ca", (known ? authority : other).cert() + ""));
    flags.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    try (Agent agent = Agent.of("mesh-provider", flags.toArray(String[]::new))) {
      agent.start();
      await()
          .untilAsserted(
              () ->
                  assertThat(agent.topology().getJsonArray("notReady").toString())
                      .contains("grpc 127.0.0.1:" + server.port())
                      .containsPattern("(?i)certificat|PKIX|subject alternative"));
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aVerticleInTheAgentItself() {
    assertEchoes(
        List.of(
            "--verticle",
            EchoVerticle.class.getName(),
            "--classpath",
            "target/test-classes",
            "--service",
            SERVICE));
  }

  @Test
  void aVerticleHasTheConfigurationOfItsFileAndTheAddressOfTheAgent() throws IOException {
    Path config = Files.writeString(folder.resolve("verticle.json"), "{\"code\": 10, \"port\": 1}");
    assertEchoes(
        List.of(
            "--verticle",
            EchoVerticle.class.getName(),
            "--verticle-config",
            config.toString(),
            "--classpath",
            "target/test-classes",
            "--service",
            SERVICE),
        "10");
  }

  @Test
  void aVerticlesConfigurationThatIsNoJsonObjectIsRefusedAtTheStart() throws IOException {
    Path config = Files.writeString(folder.resolve("verticle.json"), "[1]");
    List<String> flags =
        List.of("--verticle", "x.Y", "--verticle-config", config + "", "--admin-port", "0");
    Child child = Child.start("mesh-provider", Agent.command("mesh-provider", flags), Map.of());
    assertThat(child.awaitExit()).isEqualTo(1);
    assertThat(child.log()).contains("--verticle-config: " + config + " isn't a JSON object: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --service a.B                          | none of --dubbo, --grpc, --verticle and --backend is given, expected exactly one
          --grpc h:1 --dubbo h:2                 | more than one of --dubbo, --grpc, --verticle and --backend is given, expected exactly one
          --grpc h:1 --verticle x.Y              | more than one of --dubbo, --grpc, --verticle and --backend is given, expected exactly one
          --dubbo h:1 --grpc-tls                 | --grpc-tls is for a gRPC server, expected --grpc too
          --grpc h:1 --grpc-ca pom.xml           | --grpc-ca, --grpc-cert, --grpc-key and --grpc-key-password-file are for TLS, expected --grpc-tls too
          --grpc h:1 --grpc-tls --grpc-key pom.xml | --grpc-cert and --grpc-key belong together, expected both or neither
          --grpc h:1 --classpath pom.xml         | --classpath is for a verticle, expected --verticle too
          --grpc h:1 --verticle-config pom.xml   | --verticle-config is for a verticle, expected --verticle too
          """)
  void whatDoesNotGoTogetherIsRefusedAtTheStart(String flags, String problem) {
    List<String> command = Agent.command("mesh-provider", List.of(flags.split(" ")));
    Child child = Child.start("mesh-provider", command, Map.of());
    assertThat(child.awaitExit()).as("%s", child.log()).isEqualTo(2);
    assertThat(child.lines()).containsExactly("mesh-provider: options (settings): " + problem);
  }

  @Test
  void aVerticleThatIsntThereIsNamed() {
    List<String> flags = List.of("--verticle", "x.Y", "--port", "0", "--admin-port", "0");
    Child child = Child.start("mesh-provider", Agent.command("mesh-provider", flags), Map.of());
    assertThat(child.awaitExit()).isEqualTo(1);
    assertThat(child.log())
        .contains(
            "can't start: --verticle: x.Y can't be deployed: there's no such class, expected it in"
                + " the agent's jar or in --classpath");
  }
}
