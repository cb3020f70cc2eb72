package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A ZooKeeper of three members that isn't well, a provider that registered itself, and calls. */
@TestInstance(Lifecycle.PER_CLASS)
class ZooKeeperFaultsIT {

  private ZooKeepers zookeeper;
  private DubboServer dubbo;
  private Agent consumer;
  private Http http;

  @BeforeAll
  void start(@TempDir Path folder) {
    zookeeper = new ZooKeepers(folder.resolve("data"), 3).start();
    dubbo =
        new DubboServer(
            Provider.dubbo("3.3.6").registered(zookeeper.dubboUrl(), "all", "local"), Ports.free());
    dubbo.start();
    String registry =
        "zookeeper://%s?timeout=%d&wait=100&cache=%s"
            .formatted(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, folder.resolve("cache"));
    consumer = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000");
    consumer.start();
    http = consumer.http();
    await().until(() -> call().status() == 200);
  }

  @AfterAll
  void close() {
    if (consumer != null) {
      consumer.close();
    }
    if (dubbo != null) {
      dubbo.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  private Answer call() {
    return http.json(USERS, "concat", "[\"a\",1,true]");
  }

  private JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  private boolean isStale() {
    assertThat(call().status()).isEqualTo(200);
    return registry().getBoolean("stale");
  }

  private void assertOneEndpoint() {
    assertThat(registry().getInteger("instances")).isEqualTo(1);
    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  void aMemberThatIsLostIsReplacedByAnother() {
    for (ZooKeepers.Member member : zookeeper.members()) {
      member.kill();
      await().until(() -> !isStale());
      assertOneEndpoint();
      member.start();
      await().until(() -> !isStale());
    }
  }

  @Test
  void noCallIsLostWhileAllAreKilledAndStartedAgain() {
    zookeeper.members().forEach(ZooKeepers.Member::kill);
    await().until(this::isStale);
    await().until(() -> registry().getString("problem").contains("the registry can't be read"));
    zookeeper.start();
    await().until(() -> !isStale());
    assertOneEndpoint();
  }

  /** Every session ends then, the provider's and the agent's. */
  @Test
  void noCallIsLostWhileAllStandStillForTwiceTheSession() {
    zookeeper.members().forEach(ZooKeepers.Member::pause);
    await()
        .until(() -> isStale() && registry().getLong("ageMillis") > 2 * ZooKeepers.SESSION_MILLIS);
    zookeeper.members().forEach(ZooKeepers.Member::resume);
    await().until(() -> !isStale());
    assertOneEndpoint();
    // and who comes later is found
    DubboServer another =
        new DubboServer(
            Provider.dubbo("3.3.6").registered(zookeeper.dubboUrl(), "instance", "local"),
            Ports.free());
    try (another) {
      another.start();
      await().until(() -> registry().getInteger("instances") == 2);
      another.terminate();
      await().until(() -> registry().getInteger("instances") == 1);
    }
  }

  @Test
  void anAgentThatStartsWhileZooKeeperIsAwayBeginsWithWhatItKnew() {
    await().until(() -> !isStale());
    consumer.terminate();
    consumer.process().awaitExit();
    zookeeper.members().forEach(ZooKeepers.Member::kill);
    consumer.start();
    assertThat(call().status()).isEqualTo(200);
    zookeeper.start();
    await().until(() -> !isStale());
    assertOneEndpoint();
  }
}
