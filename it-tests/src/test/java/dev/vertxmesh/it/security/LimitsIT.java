package dev.vertxmesh.it.security;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who has had what a limit allows is told so in every protocol, by either agent. The limits refill
 * in a quarter of an hour, so that no test depends on its speed.
 */
class LimitsIT {

  private static final String RULES =
      """
      limits:
        rules:
          - {name: json, per: [header x-tenant], headers: {x-tenant: json*}, calls: 0.001, burst: 2}
          - {name: store, services: ["%s"], per: [header x-tenant], calls: 0.001}
          - {name: dubbo, services: ["%s#$invoke"], calls: 0.001}
      """
          .formatted(STORE, USERS);

  private static final Vertx vertx = Vertx.vertx();
  private static final GrpcServer store = GrpcServer.store();
  @TempDir private static Path folder;
  private static Mesh mesh;
  private static Agent storeAgent;

  @BeforeAll
  static void start() throws Exception {
    write("limits.yaml", RULES);
    write(
        "provider.yaml",
        "limits: {rules: [{name: at-provider, services: ['%s#count'], calls: 0.001}]}"
            .formatted(USERS));
    mesh =
        Mesh.in(folder)
            .with(
                Provider.dubbo("3.3.6")
                    .agent("--limits", folder.resolve("provider.yaml").toString()))
            .consumer("--dubbo-port", "0", "--limits", folder.resolve("limits.yaml").toString())
            .start();
    store.start();
    storeAgent =
        Agent.of(
            "mesh-provider",
            "--registry",
            mesh.registry(),
            "--grpc",
            "127.0.0.1:" + store.port(),
            "--service",
            STORE);
    storeAgent.start();
    Mesh.awaitReady(storeAgent);
  }

  @AfterAll
  static void close() {
    mesh.close();
    storeAgent.close();
    store.close();
    RawGrpc.get(vertx.close());
  }

  /** As a whole, so that no agent sees half of it. */
  private static void write(String file, String text) throws IOException {
    Path written = Files.writeString(folder.resolve(file + ".new"), text);
    Files.move(written, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private static Answer ticks(String tenant) {
    return mesh.http().json(USERS, "ticks", "[]", "x-tenant", tenant);
  }

  @Test
  void overHttpItsA429ThatSaysWhenToComeAgain() {
    assertThat(ticks("json-1").status()).isEqualTo(200);
    assertThat(ticks("json-1").status()).isEqualTo(200);
    Answer refused = ticks("json-1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(900, 1_000);
    assertThat(refused.problem().getString("type")).isEqualTo("urn:vertx-mesh:limited");
    assertThat(refused.problem().getString("where")).isEqualTo("mesh-consumer");
    assertThat(refused.problem().getString("id"))
        .isNotEmpty()
        .isEqualTo(refused.header("x-request-id"));
    assertThat(refused.detail()).isEqualTo("limit json: 0.001 calls a second");
    assertThat(ticks("json-2").status()).as("another tenant").isEqualTo(200);
    assertThat(mesh.consumer().metrics().sum("mesh_limited_calls_total", "limit=\"json\""))
        .isPositive();
    assertThat(limits().encode()).contains("\"name\":\"json\"").doesNotContain("json-1");
  }

  @Test
  void overGrpcTheStatusHasRetryInfo() {
    RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
    String path = "/" + STORE + "/Create";
    byte[] create = {0x0a, 0x01, 'l', 0x12, 0};
    assertThat(client.call(path, RawGrpc.message(create), "x-tenant", "grpc").code())
        .isEqualTo("0");
    RawGrpc.Reply refused = client.call(path, RawGrpc.message(create), "x-tenant", "grpc");
    assertThat(refused.code()).isEqualTo("8");
    assertThat(refused.message()).contains("limit store: 0.001 calls a second");
    String details = refused.trailers().get("grpc-status-details-bin");
    details = details == null ? refused.headers().get("grpc-status-details-bin") : details;
    assertThat(new String(Base64.getDecoder().decode(details), StandardCharsets.ISO_8859_1))
        .contains("type.googleapis.com/google.rpc.RetryInfo");
  }

  @Test
  void overConnectTheCodeIsResourceExhausted() {
    Answer first = create("connect");
    assertThat(first.status()).as(first.body()).isEqualTo(200);
    Answer refused = create("connect");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.header("retry-after"))).isPositive();
    JsonObject error = new JsonObject(refused.body());
    assertThat(error.getString("code")).isEqualTo("resource_exhausted");
    assertThat(error.getJsonArray("details").getJsonObject(0).getString("type"))
        .isEqualTo("google.rpc.RetryInfo");
  }

  private static Answer create(String tenant) {
    String message = "\n\1" + tenant.charAt(0) + "\22\0";
    return mesh.http()
        .send(
            mesh.http().post(STORE + "/Create", "application/proto", message, "x-tenant", tenant));
  }

  @Test
  void aDubboConsumerIsRefusedToo() {
    try (GenericCalls consumer = Consumer.generic("3.3.6", mesh.consumer().dubboPort(), "true")) {
      assertThat(consumer.call("ticks", new String[0])).isNotInstanceOf(Map.class);
      Map<?, ?> refused = (Map<?, ?>) consumer.call("ticks", new String[0]);
      assertThat(((String[]) refused.get("thrown"))[0]).endsWith("RpcException");
      assertThat(mesh.consumer().metrics().sum("mesh_limited_calls_total", "limit=\"dubbo\""))
          .isPositive();
    }
  }

  @Test
  void theProvidersAgentHasLimitsOfItsOwnAndNobodyTriesThemTwice() {
    assertThat(mesh.http().json(USERS, "count", "[[1]]").status()).isNotEqualTo(429);
    Answer refused = mesh.http().json(USERS, "count", "[[1]]");
    assertThat(refused.status()).as(refused.body()).isEqualTo(429);
    assertThat(refused.problem().getString("where")).startsWith("mesh-provider");
    assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(900, 1_000);
    assertThat(mesh.consumer().metrics().sum("mesh_retries_total", "kind=\"retry\"")).isZero();
  }

  @Test
  void aFileThatIsWrongChangesNothingAndAnotherCountsWithoutARestart() throws Exception {
    write("limits.yaml", RULES + "    - {name: late, calls: many}\n");
    await()
        .untilAsserted(
            () -> assertThat(limits().getString("problem")).contains("limits.yaml:6", "'many'"));
    write(
        "limits.yaml",
        RULES + "    - {name: late, headers: {x-tenant: late}, calls: 0.001, burst: 1}\n");
    await().until(() -> limits().getInteger("rules") == 4);
    await().until(() -> limits().getString("problem").isEmpty());
    assertThat(ticks("late").status()).isEqualTo(200);
    assertThat(ticks("late").status()).isEqualTo(429);
  }

  private static JsonObject limits() {
    return mesh.consumer().topology().getJsonObject("limits");
  }
}
