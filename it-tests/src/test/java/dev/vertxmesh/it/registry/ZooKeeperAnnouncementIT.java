package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dubbo's own consumers find in ZooKeeper what only the mesh announces there. */
@TestInstance(Lifecycle.PER_CLASS)
class ZooKeeperAnnouncementIT {

  private static final String MAPPINGS = "/dubbo/mapping";
  private static final String INSTANCES = "/services/vertx-mesh";
  private static final String METADATA = "/dubbo/metadata/vertx-mesh";

  private ZooKeepers zookeeper;
  private ZooKeeper person;
  private Mesh mesh;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    put("/dubbo", "");
    put(MAPPINGS, "");
    put(MAPPINGS + "/" + HELLO, "order-app"); // which is somewhere else, too
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .registry("zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts()))
            .consumer(
                "--dubbo-port",
                "0",
                "--announce-dubbo",
                "127.0.0.1",
                "--dubbo-allow",
                "generic") // a Dubbo consumer connects by the machine's other address to 127.0.0.1
            .start();
  }

  @AfterAll
  void close() throws InterruptedException {
    if (mesh != null) {
      mesh.close();
    }
    if (person != null) {
      person.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  /** Whose session ends, too, when ZooKeeper is away for long. */
  private ZooKeeper person() {
    try {
      if (person == null || !person.getState().isAlive()) {
        person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
      }
      return person;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void put(String path, String text) throws KeeperException, InterruptedException {
    person()
        .create(
            path,
            text.getBytes(StandardCharsets.UTF_8),
            Ids.OPEN_ACL_UNSAFE,
            CreateMode.PERSISTENT);
  }

  private String text(String path) throws KeeperException, InterruptedException {
    return new String(person().getData(path, false, null), StandardCharsets.UTF_8);
  }

  private List<String> announced(String service) {
    return children("/dubbo/" + service + "/providers");
  }

  private List<String> children(String path) {
    try {
      return person().getChildren(path, false);
    } catch (KeeperException e) { // it isn't there yet, or ZooKeeper isn't
      return List.of();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean areAnnounced() {
    return announced(HELLO).size() == 1
        && announced(USERS).size() == 1
        && children(INSTANCES).size() == 1;
  }

  private boolean isNobodyAnnounced() {
    return announced(HELLO).isEmpty()
        && announced(USERS).isEmpty()
        && children(INSTANCES).isEmpty();
  }

  private JsonObject services() throws KeeperException, InterruptedException {
    JsonObject instance =
        new JsonObject(text(INSTANCES + "/127.0.0.1:" + mesh.consumer().dubboPort()));
    JsonObject said = instance.getJsonObject("payload").getJsonObject("metadata");
    assertThat(said.getString("dubbo.metadata.storage-type")).isEqualTo("remote");
    String revision = said.getString("dubbo.metadata.revision");
    return new JsonObject(text(METADATA + "/" + revision)).getJsonObject("services");
  }

  @Test
  void allServicesOfAPortAreOneInstanceWhoseRevisionSaysWhatItServes() throws Exception {
    await().until(this::areAnnounced);
    await()
        .untilAsserted(
            () ->
                assertThat(services().fieldNames())
                    .containsExactlyInAnyOrder(HELLO + ":dubbo", USERS + ":dubbo"));
    assertThat(text(MAPPINGS + "/" + HELLO)).isEqualTo("order-app,vertx-mesh");
    assertThat(text(MAPPINGS + "/" + USERS)).isEqualTo("vertx-mesh");
    // what one before served can be read for a while
    assertThat(children(METADATA)).hasSizeBetween(1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.7.23", "3.3.6"})
  void aDubboConsumerFindsTheMeshAndCallsThroughIt(String release) {
    await().until(this::areAnnounced);
    List<String> told = await().until(() -> announced(USERS), all -> all.size() == 1);
    String url = URLDecoder.decode(told.get(0), StandardCharsets.UTF_8);
    assertThat(url).startsWith("dubbo://127.0.0.1:" + mesh.consumer().dubboPort() + "/" + USERS);
    double before = calls();
    try (GenericCalls dubbo = Consumer.findingIn(zookeeper.dubboUrl(), release)) {
      String[] types = {"java.lang.String", "int", "boolean"};
      assertThat(dubbo.call("concat", types, "a", 1, true)).isEqualTo("a1true");
    }
    assertThat(calls()).isEqualTo(before + 1);
  }

  private double calls() {
    return mesh.consumer().metrics().sum("mesh_calls_total", "service=\"" + USERS + "\"");
  }

  @Test
  void whatIsAnnouncedGoesWithADrainAndComesBackWithZooKeeper() {
    await().until(this::areAnnounced);
    mesh.providerAgent().terminate();
    await().until(this::isNobodyAnnounced);
    mesh.providerAgent().process().awaitExit();
    mesh.providerAgent().start();
    await().until(this::areAnnounced);

    zookeeper.members().get(0).kill();
    await().until(() -> mesh.consumer().topology().getJsonObject("registry").getBoolean("stale"));
    zookeeper.start();
    await().until(this::areAnnounced);
    // the agent that has announced itself doesn't take itself for a provider
    assertThat(mesh.consumer().topology().getJsonObject("registry").getInteger("instances"))
        .isEqualTo(1);
  }
}
