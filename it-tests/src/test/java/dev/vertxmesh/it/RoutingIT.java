package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules in a folder, which change while calls go on. */
class RoutingIT {

  @TempDir private static Path folder;

  private static Path rules;
  private static Mesh mesh;

  @BeforeAll
  static void start() throws IOException {
    rules = Files.createDirectory(folder.resolve("rules"));
    mesh =
        Mesh.in(folder)
            .consumer("--routes", rules.toString(), "--attachment-allow", "dubbo.tag,*")
            .with(Provider.dubbo("2.6.12").tag("version", "v1").allowAttachment("dubbo.tag"))
            .with(Provider.dubbo("2.6.12").tag("version", "v2").allowAttachment("dubbo.tag"))
            .start();
  }

  @AfterAll
  static void close() {
    mesh.close();
  }

  private static JsonObject route(String... headers) {
    StringBuilder path = new StringBuilder("/route?service=" + HELLO + "&method=hash");
    for (String header : headers) {
      path.append("&header=").append(URLEncoder.encode(header, StandardCharsets.UTF_8));
    }
    return new JsonObject(mesh.consumer().admin().get(path.toString()).body());
  }

  private static JsonObject routing() {
    return mesh.consumer().topology().getJsonObject("routing");
  }

  private static String address(int site) {
    return "127.0.0.1:" + mesh.sites().get(site).agent().port();
  }

  private static double calls(int site) {
    return mesh.sites().get(site).agent().metrics().sum("mesh_calls_total");
  }

  @Test
  void callsGoWhereARuleSaysAndWhatItDoesCanBeAsked() throws IOException {
    assertThat(route().getJsonArray("left")).hasSize(2);
    Path rule = rules.resolve(HELLO + ".condition-router.yaml");
    Files.writeString(
        rule,
        "scope: service\nforce: true\nconditions:\n  - 'attachments[user]=vip => version=v2'\n");
    String vip = "x-mesh-attachment-user";
    await()
        .untilAsserted(
            () ->
                assertThat(route(vip + ": vip").getJsonArray("left")).containsExactly(address(1)));
    assertThat(route().getJsonArray("left")).hasSize(2);
    double others = calls(0);
    for (int i = 0; i < 20; i++) {
      Answer answer =
          mesh.http().json(HELLO, "hash", "[\"hello\"]", vip, "vip", "x-mesh-timeout", "300000");
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    }
    assertThat(calls(0)).isEqualTo(others);
    assertThat(calls(1)).isGreaterThanOrEqualTo(20);
    Files.writeString(rule, "conditions: [");
    await().until(() -> !routing().getJsonArray("skipped").isEmpty());
    assertThat(route(vip + ": vip").getJsonArray("left")).containsExactly(address(1));
    Files.delete(rule);
    await().until(() -> route(vip + ": vip").getJsonArray("left").size() == 2);
  }

  @Test
  void aHeaderSaysTheTagThatACallIsFor() throws IOException {
    Path rule = rules.resolve("vertx-mesh.tag-router.yaml");
    Files.writeString(
        rule, "force: true\ntags:\n  - {name: gray, addresses: ['%s']}\n".formatted(address(1)));
    String gray = "x-mesh-tag: gray";
    await()
        .untilAsserted(
            () -> assertThat(route(gray).getJsonArray("left")).containsExactly(address(1)));
    double others = calls(0);
    for (int i = 0; i < 5; i++) {
      Answer answer =
          mesh.http().json(USERS, "attachment", "[\"dubbo.tag\"]", "X-Mesh-Tag", "gray");
      assertThat(answer.body()).as("%s", answer).isEqualTo("\"gray\"");
    }
    assertThat(calls(0)).isEqualTo(others);
    Files.delete(rule);
    await().until(() -> route(gray).getJsonArray("left").size() == 2);
  }

  @Test
  void whatIsAskedWrongIsTold() {
    assertThat(mesh.consumer().admin().get("/route").detail()).contains("service is missing");
    assertThat(mesh.consumer().admin().get("/route?service=com.x.No").detail())
        .startsWith("no service com.x.No is known; ");
    assertThat(mesh.sites().get(0).agent().admin().get("/route?service=a").detail())
        .isEqualTo("this agent has no routing rules");
    assertThat(List.of("from", "problem", "rules", "skippedRules"))
        .allMatch(routing()::containsKey);
  }
}
