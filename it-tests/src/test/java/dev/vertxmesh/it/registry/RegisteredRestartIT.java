package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three providers that register themselves are started anew, one after the other, under load and
 * without any agent beside them. Nobody has declared the method idempotent.
 */
class RegisteredRestartIT {

  private static final int PROVIDERS = 3;
  private static final int CALLS_A_SECOND = Integer.getInteger("mesh.restart.rate", 200);

  @ParameterizedTest(name = "dubbo {0}, level {1}")
  @CsvSource({"2.6.12, interface", "3.3.6, instance"})
  void inZooKeeperLosesNoCall(String release, String level, @TempDir Path folder) {
    try (ZooKeepers zookeeper = new ZooKeepers(folder, 1).start()) {
      Provider provider = Provider.dubbo(release).registered(zookeeper.dubboUrl(), level, "remote");
      losesNoCall(
          "zookeeper://" + zookeeper.hosts() + "?", () -> new DubboServer(provider, Ports.free()));
    }
  }

  /** Dubbo 2.7's own registry; those of 2.6 and 3.3 have none for etcd. */
  @Test
  void inEtcdLosesNoCall(@TempDir Path folder) {
    try (Etcd etcd = new Etcd(EtcdRelease.V3_4, folder, 1).start()) {
      Provider provider = Provider.dubbo("2.7.23").flags("--registry", "etcd3://" + etcd.hosts());
      losesNoCall(
          "etcd://" + etcd.hosts() + "?dubbo=/dubbo&ttl=2&",
          () -> new DubboServer(provider, Ports.free()));
    }
  }

  @ParameterizedTest(name = "dubbo {0}, level {1}")
  @CsvSource({"3.3.6, all"})
  void inNacosLosesNoCall(String release, String level, @TempDir Path folder) {
    try (NacosServer nacos = NacosServer.open(folder)) {
      nacos.start();
      String url = "nacos://" + nacos.address();
      losesNoCall(
          url + "?",
          () ->
              RegisteringProvider.dubbo(
                  release, "", url, "--level", level, "--metadata", "remote"));
    }
  }

  /**
   * @param registry a URL to which options may be added
   */
  private static void losesNoCall(String registry, Supplier<Node> provider) {
    List<Node> providers = Stream.generate(provider).limit(PROVIDERS).toList();
    try (Agent consumer = agent(registry)) {
      providers.forEach(Node::start);
      consumer.start();
      await().until(() -> consumer.http().hash("hello").status() == 200);
      awaitAll(consumer);
      try (PacedTraffic traffic = PacedTraffic.through(consumer.http(), CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        for (Node one : providers) {
          one.terminate();
          one.process().awaitExit();
          one.start();
          awaitAll(consumer);
          traffic.awaitMore(CALLS_A_SECOND);
        }
        traffic.end();
        assertThat(traffic.failures()).as("of %d calls", traffic.answered()).isEmpty();
      }
    } finally {
      providers.forEach(Node::close);
    }
  }

  /**
   * Calls that come at a rate are too many for one that has just begun on a busy machine, and may
   * take long there.
   */
  private static Agent agent(String registry) {
    return Agent.of(
        "mesh-consumer",
        "--registry",
        registry + "wait=200&cache=none",
        "--queue-target",
        "0",
        "--timeout",
        "120000");
  }

  private static void awaitAll(Agent consumer) {
    await().until(() -> open(consumer) == PROVIDERS);
  }

  private static long open(Agent consumer) {
    return consumer.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(service -> service.getString("service").equals(Samples.HELLO))
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .filter(one -> ((JsonObject) one).getString("state").equals("open"))
        .count();
  }
}
