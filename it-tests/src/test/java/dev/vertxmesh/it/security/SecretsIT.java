package dev.vertxmesh.it.security;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets are everywhere, each with a mark: in files, in the environment, in what callers send.
 * Calls pass and fail, and what the agents say of it, at debug and trace level, has none of the
 * marks.
 */
class SecretsIT {

  private static final String MARK = "SeCrEtMaRk";
  private static final String KEY = MARK + "-api-key";
  private static final String ADMIN = MARK + "-admin-token";

  /** Of the key among the tests' files. */
  private static final String KEY_PASSWORD = "mesh-secret";

  @TempDir private static Path folder;

  /** What was said to callers and to people. */
  private static final List<String> said = new ArrayList<>();

  private static final Vertx vertx = Vertx.vertx();
  private static final int redis = Ports.free();
  private static Mesh mesh;
  private static Agent gateway;
  private static Child lost;
  private static String keyLine;

  @BeforeAll
  static void start() throws Exception {
    RawGrpc.get(
        vertx
            .createNetServer()
            .connectHandler(client -> client.handler(asked -> client.write(UNKNOWN)))
            .listen(redis, "127.0.0.1"));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(KEY.getBytes(StandardCharsets.UTF_8));
    write(
        "keys.yaml", "keys: [{name: shop, sha256: %s}]".formatted(HexFormat.of().formatHex(hash)));
    write("redis-password", MARK + "-of-redis\n");
    write("tokens", "ops " + ADMIN + "\n");
    write("access.yaml", ACCESS.formatted(USERS, redis));
    write(
        "provider.yaml",
        """
        limits:
          redis: {url: "redis://127.0.0.1:%d"}
          rules: [{name: all, calls: 1000, shared: true}]
        """
            .formatted(redis));
    mesh =
        Mesh.in(folder)
            .with(
                Provider.dubbo("3.3.6")
                    .agent(
                        "--log-level",
                        "debug",
                        "--limits",
                        file("provider.yaml"),
                        "--attachment-allow",
                        "token",
                        "--admin-token-file",
                        file("tokens")))
            .consumer(
                "--log-level",
                "debug",
                "--access",
                file("access.yaml"),
                "--attachment-allow",
                "token",
                "--dubbo-port",
                "0")
            .start();
    gateway = gateway();
    gateway.start();
    lost =
        Child.start(
            "lost gateway",
            Agent.command(
                "mesh-consumer",
                List.of("--log-level", "debug", "--port", "0", "--admin-port", "0")),
            Map.of("MESH_REGISTRY", "etcd://127.0.0.1:1?user=agent&password=" + MARK + "-of-etcd"));
  }

  private static final String ACCESS =
      """
      access:
        keys: keys.yaml
        rules:
          - {who: ["key:shop"], services: ["%s"], then: allow}
      limits:
        redis: {url: "redis://127.0.0.1:%d", user: mesh, password-file: redis-password}
        rules:
          - {name: all, per: caller, calls: 0.001, burst: 3, shared: true}
      """;

  /** What a Redis says to all that it is told, so that it's told a password by every means. */
  private static final String UNKNOWN = "-ERR unknown command\r\n";

  /** With TLS, so that nothing of what it's asked for passes. */
  private static Agent gateway() throws IOException {
    Path tls = Path.of("..", "mesh-common/src/test/resources/dev/vertxmesh/net/tls");
    Path key = tls.resolve("rsa-encrypted.key");
    keyLine = Files.readString(key).lines().skip(1).findFirst().orElseThrow();
    write("key-password", KEY_PASSWORD + "\n");
    return Agent.of(
            "mesh-consumer",
            "--log-level",
            "trace",
            "--tls-cert",
            tls.resolve("rsa.crt").toString(),
            "--tls-key",
            key.toString(),
            "--tls-key-password-file",
            file("key-password"),
            "--admin-token-file",
            file("tokens"))
        .environment("MESH_REGISTRY", mesh.registry())
        .environment("MESH_REDIS_PASSWORD", MARK + "-of-redis-in-the-environment")
        .environment("MESH_LIMITS", file("provider.yaml"));
  }

  @AfterAll
  static void close() {
    mesh.close();
    gateway.close();
    RawGrpc.get(vertx.close());
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static Answer call(String method, String... headers) {
    Answer answer = mesh.http().json(USERS, method, "[]", headers);
    said.add(answer.status() + " " + answer.body());
    return answer;
  }

  private static void trace(Agent agent) {
    Http admin = agent.admin();
    HttpRequest.Builder asked =
        admin
            .to("/log")
            .header("content-type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"root\": \"trace\"}"));
    assertThat(admin.send(asked).status()).isEqualTo(200);
  }

  private static void admin(Agent agent, String path, String token) {
    Answer answer =
        agent.admin().send(agent.admin().to(path).GET().header("authorization", "Bearer " + token));
    said.add(answer.status() + " " + answer.body());
  }

  @Test
  void nothingThatIsSaidHasASecret() throws IOException {
    trace(mesh.consumer());
    assertThat(call("ticks", "x-api-key", KEY).status()).isEqualTo(200);
    assertThat(call("ticks", "x-api-key", MARK + "-guessed").status()).isEqualTo(401);
    assertThat(call("ticks", "authorization", "Bearer " + MARK + "-jwt").status()).isEqualTo(401);
    assertThat(call("noSuchMethod", "x-api-key", KEY).status()).isEqualTo(404);
    assertThat(call("ticks", "x-api-key", KEY, "x-mesh-attachment-token", MARK + "-dubbo").status())
        .isEqualTo(200);
    said.add(call("ticks", "x-mesh-attachment-colour", MARK + "-not-on-the-list").toString());
    assertThat(call("ticks", "x-api-key", KEY).status()).as("Redis is away").isEqualTo(429);
    said.add(new Http(gateway.port()).json(USERS, "ticks", "[]", "x-api-key", KEY).toString());

    for (Agent agent : List.of(mesh.consumer(), mesh.providerAgent(), gateway)) {
      for (String path : List.of("/topology", "/metrics", "/health/ready", "/", "/access")) {
        admin(agent, path, ADMIN);
        admin(agent, path, MARK + "-wrong");
      }
      said.add(agent.process().log());
      said.add(Files.readString(Path.of("/proc/" + agent.process().pid() + "/cmdline")));
    }
    assertThat(lost.awaitExit()).as("etcd isn't there").isNotZero();
    said.add(lost.log());
    assertThat(said)
        .hasSizeGreaterThan(30)
        .allSatisfy(
            text -> assertThat(text).doesNotContain(MARK, KEY_PASSWORD, keyLine, "PRIVATE KEY"));
    assertThat(String.join("\n", said))
        .contains("redis://127.0.0.1:" + redis, "etcd://127.0.0.1:1");
  }
}
