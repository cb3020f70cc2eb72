package dev.vertxmesh.it.security;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Callers of every protocol show a key or don't, and both agents' rules say what they may call. A
 * key never gets to the provider, nor into a log.
 */
class AccessIT {

  private static final String SHOP = "shop-key-4f1d9a6be02c47d3a5";
  private static final String GUEST = "guest-key-83bc0e5d71a94f2c6e";
  private static final String RULES =
      """
      access:
        keys: keys.yaml
        rules:
          - {who: ["key:shop"], services: ["%s", "%s#$invoke", "%s"], then: allow}
          - {who: ["key:guest"], services: ["%s#user"], then: allow}
      """
          .formatted(USERS, USERS, STORE, USERS);

  private static final Vertx vertx = Vertx.vertx();
  private static final GrpcServer store = GrpcServer.store();
  @TempDir private static Path folder;
  private static Mesh mesh;
  private static Agent storeAgent;

  @BeforeAll
  static void start() throws Exception {
    write("keys.yaml", keys(Map.of("shop", SHOP, "guest", GUEST)));
    write("access.yaml", RULES);
    write(
        "provider.yaml",
        """
        access:
          rules:
            - {who: ["key:shop"], services: ["%s#ticks"], then: deny}
            - {who: ["identified"], services: ["*", "%s#$invoke"], then: allow}
        """
            .formatted(USERS, USERS));
    mesh =
        Mesh.in(folder)
            .with(
                Provider.dubbo("3.3.6")
                    .agent(
                        "--access",
                        folder.resolve("provider.yaml").toString(),
                        "--link-trust",
                        "always",
                        "--identity-attachment",
                        "caller"))
            .consumer("--dubbo-port", "0", "--access", folder.resolve("access.yaml").toString())
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

  private static String keys(Map<String, String> keys) throws Exception {
    StringBuilder yaml = new StringBuilder("keys:\n");
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    keys.forEach(
        (name, key) ->
            yaml.append("  - {name: %s, sha256: ".formatted(name))
                .append(
                    HexFormat.of()
                        .formatHex(sha256.digest(key.getBytes(StandardCharsets.US_ASCII))))
                .append("}\n"));
    return yaml.toString();
  }

  /** As a whole, so that no agent sees half of it. */
  private static void write(String file, String text) throws IOException {
    Path written = Files.writeString(folder.resolve(file + ".new"), text);
    Files.move(written, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private static Answer call(String method, String arguments, String... headers) {
    return mesh.http().json(USERS, method, arguments, headers);
  }

  @Test
  void overHttpWhoShowsNothingIsAskedToAndWhoMayNotIsDenied() {
    Answer nothing = call("ticks", "[]");
    assertThat(nothing.status()).isEqualTo(401);
    assertThat(nothing.header("www-authenticate")).contains("Bearer", "ApiKey");
    assertThat(nothing.problem().getString("type")).isEqualTo("urn:vertx-mesh:unauthenticated");
    Answer guessed = call("ticks", "[]", "x-api-key", "guessed");
    assertThat(guessed.status()).isEqualTo(401);
    assertThat(guessed.detail()).isEqualTo("x-api-key: nobody has this key");
    Answer guest = call("ticks", "[]", "x-api-key", GUEST);
    assertThat(guest.status()).isEqualTo(403);
    assertThat(guest.detail()).isEqualTo("key:guest may not call " + USERS + ".ticks");
    assertThat(guest.problem().getString("where")).isEqualTo("mesh-consumer");
  }

  @Test
  void theProviderIsToldWhoCallsByItsAgentAndByNobodyElse() {
    Answer answer =
        call(
            "attachments",
            "[]",
            "x-api-key",
            SHOP,
            "x-mesh-attachment-caller",
            "root",
            "x-mesh-attachment-x-mesh-identity",
            "key:root",
            "x-mesh-attachment-colour",
            "blue");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(new JsonObject(answer.body()).getString("caller")).contains("key:shop");
    assertThat(answer.body()).contains("blue").doesNotContain("root", SHOP, "x-mesh-identity");
  }

  @Test
  void theProvidersAgentHasRulesOfItsOwn() {
    Answer answer = call("ticks", "[]", "x-api-key", SHOP);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.problem().getString("where")).startsWith("mesh-provider");
    assertThat(answer.detail()).contains("key:shop may not call");
  }

  @ParameterizedTest(name = "key {0}")
  @CsvSource({"'', 16", "guessed, 16", GUEST + ", 7", SHOP + ", 0"})
  void overGrpcAndGrpcWebTheStatusSaysIt(String key, String code) {
    RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
    byte[] create = {0x0a, 0x02, 'k', key.isEmpty() ? (byte) 'a' : (byte) key.charAt(0), 0x12, 0};
    String[] headers = key.isEmpty() ? new String[0] : new String[] {"x-api-key", key};
    RawGrpc.Reply reply = client.call("/" + STORE + "/Create", RawGrpc.message(create), headers);
    assertThat(reply.code()).as(reply.message()).isEqualTo(code);

    Answer web =
        mesh.http()
            .send(
                mesh.http()
                    .post(STORE + "/Delete", "application/grpc-web+proto", "\0\0\0\0\0", headers));
    String status = code.equals("0") ? "grpc-status: " : "grpc-status: " + code;
    assertThat(web.body()).contains(status);
    if (code.equals("0")) {
      assertThat(web.body()).doesNotContain("grpc-status: 7", "grpc-status: 16");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"guessed, 401, unauthenticated", GUEST + ", 403, permission_denied"})
  void overConnectTheCodeSaysIt(String key, int status, String code) {
    Answer answer =
        mesh.http()
            .send(mesh.http().post(STORE + "/Create", "application/proto", "", "x-api-key", key));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(new JsonObject(answer.body()).getString("code")).isEqualTo(code);
  }

  @Test
  void descriptorsAreForThoseWhoMayAskForThem() {
    RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
    Buffer question = RawGrpc.message((byte) 0x3a, (byte) 0);
    String reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    assertThat(client.call(reflection, question).code()).isEqualTo("16");
    assertThat(client.call("/grpc.health.v1.Health/Check", RawGrpc.message()).code())
        .isEqualTo("0");
  }

  @Test
  void aDubboConsumerShowsItsKeyAsAnAttachmentThatGoesNoFurther() {
    int port = mesh.consumer().dubboPort();
    try (GenericCalls shop = Consumer.attaching(port, "true", "x-api-key=" + SHOP);
        GenericCalls nobody = Consumer.generic("3.3.6", port, "true")) {
      Object key = shop.call("attachment", new String[] {"java.lang.String"}, "x-api-key");
      assertThat(key).isEqualTo("*".repeat(SHOP.length()));
      Map<?, ?> refused = (Map<?, ?>) nobody.call("ticks", new String[0]);
      String[] thrown = (String[]) refused.get("thrown");
      assertThat(thrown[0]).endsWith("RpcException");
      mesh.consumer()
          .process()
          .awaitLine(Pattern.compile(".*unauthenticated who=anonymous.*by=dubbo.*"));
    }
  }

  @Test
  void eachDenialIsALineAndNoKeyIsEverWritten() {
    Answer guest = call("noSuchMethod", "[]", "x-api-key", GUEST, "x-request-id", "audited-1");
    assertThat(guest.status()).isEqualTo(403);
    String line =
        mesh.consumer().process().awaitLine(Pattern.compile(".*audit.*id=audited-1.*")).group();
    assertThat(line)
        .contains("denied who=key:guest call=" + USERS + "#noSuchMethod", "from=127.0.0.1:");
    assertThat(mesh.consumer().process().log()).doesNotContain(SHOP, GUEST);
    assertThat(mesh.providerAgent().process().log()).doesNotContain(SHOP, GUEST);
    assertThat(mesh.consumer().topology().encode()).doesNotContain(SHOP, GUEST);
    assertThat(mesh.consumer().metrics().sum("mesh_access_total", "decision=\"denied\""))
        .isPositive();
  }

  @Test
  void theAdminPortAndTheCommandLineSayWhichRuleDecides() {
    Answer asked = mesh.consumer().admin().get("access?who=key:guest&call=" + USERS + "%23user");
    assertThat(new JsonObject(asked.body()).getString("decision"))
        .startsWith("allow: key:guest may call " + USERS + "#user: rule 2 (");
    Child explains =
        Child.start(
            "explains",
            Agent.command(
                "mesh-consumer",
                List.of(
                    "--access",
                    folder.resolve("access.yaml").toString(),
                    "--explain-access",
                    "anonymous",
                    USERS + "#user")),
            Map.of());
    assertThat(explains.awaitExit()).as(explains.log()).isZero();
    assertThat(explains.log())
        .contains("deny: anonymous may not call " + USERS + "#user: no rule is for it");
  }

  @Test
  void anotherFileCountsWithoutARestartAndABadOneDoesnt() throws Exception {
    write(
        "access.yaml",
        RULES + "    - {who: [\"key:guest\"], services: [\"x.*\"], then: perhaps}\n");
    await()
        .untilAsserted(
            () -> assertThat(access().getString("problem")).contains("access.yaml:6", "perhaps"));
    assertThat(call("count", "[]", "x-api-key", GUEST).status()).isEqualTo(403);
    write(
        "access.yaml",
        RULES + "    - {who: [\"key:guest\"], services: [\"x.Any#call\"], then: allow}\n");
    await()
        .until(() -> mesh.http().json("x.Any", "call", "[]", "x-api-key", GUEST).status() != 403);
    await().until(() -> access().getString("problem").isEmpty());
    assertThat(access().getInteger("rules")).isEqualTo(3);
  }

  private static JsonObject access() {
    return mesh.consumer().topology().getJsonObject("access");
  }
}
