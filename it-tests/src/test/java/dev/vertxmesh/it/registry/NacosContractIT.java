package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.registry.Parties.Watcher;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What every registry promises, of the agents' own layout in Nacos; a group for each test. */
@TestInstance(Lifecycle.PER_CLASS)
class NacosContractIT extends RegistryContract {

  private static final AtomicInteger GROUPS = new AtomicInteger();
  private static final ServiceKey ORDERS = ServiceKey.of("com.x.Orders");
  private static final String PROVIDERS = "providers:com.x.Orders::";

  private NacosServer nacos;
  private Path cache;
  private String group;

  @BeforeAll
  void start(@TempDir Path folder) {
    nacos = NacosServer.open(folder.resolve("nacos"));
    nacos.start();
    cache = folder.resolve("cache");
  }

  @AfterAll
  void stop() {
    if (nacos != null) {
      nacos.close();
    }
  }

  @BeforeEach
  void otherGroup() {
    group = "g" + GROUPS.incrementAndGet();
  }

  @Override
  String url() {
    return "nacos://%s?group=%s&wait=100&cache=%s".formatted(nacos.address(), group, cache);
  }

  /** A server answers with what it has pushed last, which it does half a second late. */
  @Override
  boolean isOrdered() {
    return false;
  }

  @Override
  Keys keys() {
    return Keys.inNacos(nacos, group);
  }

  private static JsonObject provider(int port, JsonObject metadata) {
    return new JsonObject()
        .put("ip", "127.0.0.1")
        .put("port", port)
        .put("metadata", metadata.encode());
  }

  private static JsonObject metadata() {
    return new JsonObject().put("protocol", "dubbo").put("interface", ORDERS.interfaceName());
  }

  private void register(JsonObject provider) {
    nacos.register(group, PROVIDERS, provider);
  }

  private static Set<Integer> ports(Watcher watcher) {
    return watcher.latest().stream()
        .map(Instance::port)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void awaitPorts(Watcher watcher, int malformed, Integer... ports) {
    await()
        .until(
            () ->
                watcher.registry.malformed() == malformed && ports(watcher).equals(Set.of(ports)));
  }

  @Test
  void aProviderThatCanNotBeUnderstoodIsSkippedAndCounted() {
    register(provider(1, metadata()));
    Watcher watcher = parties.watch(url());
    get(watcher.registry.follow(ORDERS));
    awaitPorts(watcher, 0, 1);
    register(provider(0, metadata()));
    register(provider(2, new JsonObject()));
    register(provider(3, metadata().put("group", "g".repeat(300_000))));
    register(provider(4, metadata().put("weight", "heavy")));
    awaitPorts(watcher, 4, 1);
    assertThat(watcher.registry.skipped(ORDERS)).startsWith("4 entries of it are skipped: ");
    nacos.deregister(group, PROVIDERS, provider(0, metadata()));
    nacos.deregister(group, PROVIDERS, provider(2, new JsonObject()));
    nacos.deregister(group, PROVIDERS, provider(3, new JsonObject()));
    nacos.deregister(group, PROVIDERS, provider(4, new JsonObject()));
    awaitPorts(watcher, 0, 1);
  }

  @Test
  void whoIsNotWellOrTakenOutByAPersonIsNotCalledUntilThatIsOver() {
    Watcher watcher = parties.watch(url());
    register(provider(1, metadata()));
    register(provider(2, metadata()).put("enabled", false));
    register(provider(3, metadata()).put("healthy", false));
    get(watcher.registry.follow(ORDERS));
    awaitPorts(watcher, 0, 1);
    register(provider(1, metadata()).put("enabled", false));
    register(provider(2, metadata()).put("enabled", true));
    register(provider(3, metadata()).put("healthy", true));
    awaitPorts(watcher, 0, 2, 3);
  }

  @Test
  void whatNobodyReadsMayBeMuch() {
    JsonObject much = metadata().put("weight", "7");
    IntStream.range(0, 5_000).forEach(i -> much.put("k" + i, "v".repeat(100)));
    register(provider(1, much));
    Watcher watcher = parties.watch(url());
    get(watcher.registry.follow(ORDERS));
    awaitPorts(watcher, 0, 1);
    assertThat(watcher.latest()).extracting(Instance::weight).containsExactly(7);
  }
}
