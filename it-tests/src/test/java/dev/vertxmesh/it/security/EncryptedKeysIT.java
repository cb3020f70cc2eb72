package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Keys that are encrypted, of all that have one. Of Dubbo providers and registries {@code
 * ClientTlsTest} has the handshakes.
 */
class EncryptedKeysIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());
  private static final Vertx vertx = Vertx.vertx();

  @TempDir private static Path folder;
  private static Authority authority;
  private static Identity own;
  private static Path password;
  private static Path wrong;
  private NetClient visitor;

  @BeforeAll
  static void keys() throws IOException {
    authority = Authority.elliptic(folder, "ours");
    Identity plain = authority.issue("agent", "dns:agent.mesh");
    own = authority.encrypted(plain, "opens it");
    password = Files.writeString(folder.resolve("password"), "opens it\n");
    wrong = Files.writeString(folder.resolve("wrong"), "open it\n");
  }

  @AfterAll
  static void close() {
    RawGrpc.get(vertx.close());
  }

  /** Flags that have the key. */
  private static List<String> key(String prefix, Path opened, String... more) {
    List<String> flags = new ArrayList<>(Arrays.asList(more));
    flags.addAll(List.of(prefix + "cert", own.cert() + "", prefix + "key", own.key() + ""));
    flags.addAll(List.of(prefix + "key-password-file", opened + ""));
    return flags;
  }

  private static void saysWhatIsWrong(String agent, List<String> flags, String words) {
    Child child = Child.start(agent, Agent.command(agent, flags), Map.of());
    assertThat(child.awaitExit()).as("%s", child.log()).isNotZero();
    assertThat(child.lines())
        .containsExactly(
            agent
                + ": can't start: "
                + words
                + "key-password-file: %s can't be decrypted, expected that its password is the"
                    .formatted(own.key())
                + " first line of "
                + wrong);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "mesh-consumer, --tls-,",
    "mesh-consumer, --admin-tls-,",
    "mesh-provider, --admin-tls-,",
    "mesh-consumer, --link-tls-,",
    "mesh-provider, --link-tls-,",
    "mesh-consumer, --dubbo-tls-, --dubbo-tls",
    "mesh-provider, --dubbo-tls-, --dubbo-tls",
    "mesh-consumer, --grpc-, --grpc-tls",
    "mesh-provider, --grpc-, --grpc-tls"
  })
  void aWrongPasswordKeepsAnAgentFromStarting(String agent, String prefix, String more) {
    List<String> flags = new ArrayList<>(key(prefix, wrong));
    flags.addAll(List.of("--port", "0", "--admin-port", "0", "--registry", "file:" + folder));
    if (more != null) {
      flags.add(more);
    }
    if (prefix.equals("--link-tls-")) {
      flags.addAll(List.of("--link-tls-ca", authority.cert() + ""));
    }
    if (agent.equals("mesh-provider")) {
      flags.addAll(List.of(prefix.equals("--grpc-") ? "--grpc" : "--dubbo", "127.0.0.1:1"));
    }
    saysWhatIsWrong(agent, flags, prefix);
  }

  @ParameterizedTest
  @CsvSource({"etcd", "etcd2", "nacos", "zookeeper"})
  void soDoesOneInARegistrysUrl(String scheme) {
    String url =
        "%s://127.0.0.1:1?cert=%s&key=%s&key-password-file=%s"
            .formatted(scheme, own.cert(), own.key(), wrong);
    Child child =
        Child.start(
            "mesh-consumer",
            Agent.command(
                "mesh-consumer", List.of("--port", "0", "--admin-port", "0", "--registry", url)),
            Map.of());
    assertThat(child.awaitExit()).as("%s", child.log()).isNotZero();
    assertThat(child.lines())
        .singleElement()
        .asString()
        .contains(scheme, "key-password-file: " + own.key() + " can't be decrypted", wrong + "");
  }

  @Test
  void callersLinksAdminAndAGrpcServerAreSpokenToWithThem() {
    HttpServerOptions tls =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(new PemTrustOptions().addCertPath(authority.cert() + ""));
    Identity served = authority.issue("server", "ip:127.0.0.1");
    tls.setKeyCertOptions(
        new PemKeyCertOptions().addCertPath(served.cert() + "").addKeyPath(served.key() + ""));
    FakeGrpc server = new FakeGrpc(vertx, tls);
    server.does(FakeGrpc::echo);
    List<String> common =
        new ArrayList<>(key("--link-tls-", password, "--link-tls-ca", authority.cert() + ""));
    common.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    common.addAll(List.of("--link-peer-san", "agent.mesh"));
    List<String> providing = new ArrayList<>(common);
    providing.addAll(
        key(
            "--grpc-",
            password,
            "--grpc-tls",
            "--grpc-ca",
            authority.cert() + "",
            "--service",
            SERVICE));
    providing.addAll(List.of("--grpc", "127.0.0.1:" + server.port()));
    List<String> consuming = new ArrayList<>(common);
    consuming.addAll(key("--admin-tls-", password));
    try (Agent provider = Agent.of("mesh-provider", providing.toArray(String[]::new));
        Agent consumer = Agent.of("mesh-consumer", consuming.toArray(String[]::new))) {
      provider.start();
      consumer.start();
      RawGrpc client = new RawGrpc(vertx, consumer.port());
      await()
          .untilAsserted(
              () -> {
                RawGrpc.Reply reply = client.call("/" + SERVICE + "/Hello", HELLO);
                assertThat(reply.code()).as(reply.message()).isEqualTo("0");
              });
      assertThat(shakesHands(consumer.adminPort())).isTrue();
    }
  }

  private boolean shakesHands(int port) {
    NetClientOptions trusting =
        new NetClientOptions()
            .setSsl(true)
            .setHostnameVerificationAlgorithm("") // it has no address in it
            .setTrustOptions(new PemTrustOptions().addCertPath(authority.cert() + ""));
    visitor = vertx.createNetClient(trusting);
    return RawGrpc.get(visitor.connect(port, "127.0.0.1")).isSsl();
  }
}
