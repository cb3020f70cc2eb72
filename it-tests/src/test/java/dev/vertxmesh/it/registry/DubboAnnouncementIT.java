package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dubbo's own consumers find the mesh where they find providers. */
class DubboAnnouncementIT {

  private static final String OTHER = "com.example.Other";

  @TempDir private Path folder;
  private Etcd etcd;
  private Mesh mesh;

  @BeforeEach
  void start() {
    etcd = new Etcd(EtcdRelease.V3_4, folder.resolve("etcd"), 1).start();
    etcd.put(otherProvider(), "7587848000");
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("2.7.23"))
            .registry("etcd://%s?ttl=10&wait=100&dubbo=/dubbo&cache=none".formatted(etcd.hosts()))
            .consumer(
                "--dubbo-port",
                "0",
                "--announce-dubbo",
                "127.0.0.1",
                "--dubbo-allow",
                "generic") // a Dubbo consumer connects by the machine's other address to 127.0.0.1
            .start();
  }

  @AfterEach
  void close() {
    if (mesh != null) {
      mesh.close();
    }
    if (etcd != null) {
      etcd.close();
    }
  }

  /** One that registers itself, and whom nobody needs the mesh for. */
  private static String otherProvider() {
    String url = "dubbo://127.0.0.1:9/" + OTHER + "?interface=" + OTHER;
    return "/dubbo/" + OTHER + "/providers/" + URLEncoder.encode(url, StandardCharsets.UTF_8);
  }

  private List<String> announced(String service) {
    return etcd.keys("/dubbo/" + service + "/providers/");
  }

  private boolean areAnnounced() {
    return announced(HELLO).size() == 1 && announced(USERS).size() == 1;
  }

  private JsonObject registry() {
    return mesh.consumer().topology().getJsonObject("registry");
  }

  private static void drain(Agent agent) {
    agent.admin().send(agent.admin().post("/drain", "text/plain", ""));
  }

  private Object concat(GenericCalls dubbo) {
    String[] types = {"java.lang.String", "int", "boolean"};
    return dubbo.call("concat", types, "a", 1, true);
  }

  @Test
  void aDubboConsumerFindsTheMeshAndCallsThroughIt() {
    await().until(this::areAnnounced);
    try (GenericCalls dubbo = Consumer.finding(etcd.member(0).address())) {
      assertThat(concat(dubbo)).isEqualTo("a1true");
      assertThat(mesh.consumer().metrics().sum("mesh_calls_total", "service=\"" + USERS + "\""))
          .isEqualTo(1);

      drain(mesh.consumer());
      await().until(() -> announced(USERS).isEmpty());
      await().until(() -> concat(dubbo) instanceof Map); // the error is told
    }
  }

  @Test
  void whatIsAnnouncedIsWhatAgentsHaveAndNothingElse() {
    await().until(this::areAnnounced);
    String url = URLDecoder.decode(announced(HELLO).get(0), StandardCharsets.UTF_8);
    assertThat(url)
        .contains("dubbo://127.0.0.1:" + mesh.consumer().dubboPort() + "/" + HELLO + "?")
        .contains("interface=" + HELLO + "&");
    assertThat(announced(OTHER)).containsExactly(otherProvider());
    // the agent that has announced itself doesn't take itself for a provider
    assertThat(registry().getInteger("instances")).isEqualTo(2);
    assertThat(registry().getInteger("malformed")).isZero();
  }

  @Test
  void theKeysFollowWhatThereIsAndGoWithTheAgent() {
    await().until(this::areAnnounced);
    drain(mesh.providerAgent());
    await().until(() -> announced(HELLO).isEmpty() && announced(USERS).isEmpty());
    mesh.providerAgent().kill();
    mesh.providerAgent().start();
    await().until(this::areAnnounced);

    mesh.consumer().terminate();
    await().until(() -> announced(HELLO).isEmpty() && announced(USERS).isEmpty());
    assertThat(mesh.consumer().process().awaitExit()).isZero();
    assertThat(announced(OTHER)).hasSize(1);
  }

  @Test
  void aKeyThatWasLostIsPutAgainAndNoneOutlivesItsAgent() {
    await().until(this::areAnnounced);
    etcd.delete(announced(HELLO).get(0));
    await().until(this::areAnnounced);

    etcd.member(0).kill();
    etcd.member(0).forget(); // and the lease with it
    etcd.member(0).start();
    await().until(this::areAnnounced);

    mesh.consumer().kill();
    await().until(() -> announced(HELLO).isEmpty() && announced(USERS).isEmpty());
  }

  @Test
  void whereNobodyWouldLookNothingIsAnnounced() {
    assertRefused(
        "expected --dubbo-port too", "--registry", mesh.registry(), "--announce-dubbo", "h");
    String plain = "etcd://" + etcd.hosts() + "?cache=none";
    assertRefused(
        "Dubbo consumers don't look into etcd://" + etcd.hosts() + "/vertx-mesh; expected",
        "--registry",
        plain,
        "--dubbo-port",
        "0",
        "--announce-dubbo",
        "h");
  }

  private static void assertRefused(String why, String... flags) {
    Child agent =
        Child.start("mesh-consumer", Agent.command("mesh-consumer", List.of(flags)), Map.of());
    assertThat(agent.awaitExit()).isEqualTo(1);
    assertThat(agent.lines())
        .singleElement()
        .asString()
        .startsWith("mesh-consumer: can't start: --announce-dubbo: ")
        .contains(why);
  }
}
