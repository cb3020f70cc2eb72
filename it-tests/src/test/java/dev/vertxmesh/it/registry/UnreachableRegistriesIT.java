package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer agent that is started with a folder, and with a ZooKeeper and a Nacos that aren't
 * there yet. Each has a provider of its own, told apart by their groups.
 */
class UnreachableRegistriesIT {

  private static final String FOLDER = "folder";
  private static final String ZOOKEEPER = "zookeeper";
  private static final String NACOS = "nacos";

  private static final String WITHOUT = "going on without zookeeper://";

  /** A call has two minutes, and doesn't use them: nobody waits for who isn't there. */
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private ZooKeepers zookeeper;
  private NacosServer nacos;
  private Agent consumer;

  @BeforeEach
  void startWithTheFolderAlone() {
    DubboServer dubbo = closing(new DubboServer(provider(FOLDER), Ports.free()));
    dubbo.start();
    String file = "file:" + folder.resolve("registry");
    Agent agent =
        closing(
            Agent.of("mesh-provider", "--registry", file, "--dubbo", "127.0.0.1:" + dubbo.port()));
    agent.start();
    zookeeper = closing(new ZooKeepers(folder.resolve("zookeeper"), 1));
    nacos = closing(NacosServer.open(folder.resolve("nacos")));
    consumer =
        closing(
            Agent.of(
                "mesh-consumer",
                "--registry",
                "zookeeper://" + zookeeper.hosts() + "?cache=none",
                "--registry",
                "nacos://" + nacos.address() + "?cache=none",
                "--registry",
                file,
                "--event-loops",
                "2",
                "--timeout",
                "120000"));
    consumer.start();
  }

  private <T extends AutoCloseable> T closing(T one) {
    started.push(one);
    return one;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : started) {
      one.close();
    }
  }

  private static Provider provider(String group) {
    return Provider.dubbo("2.6.12").group(group);
  }

  private Answer hash(String group) {
    return consumer.http().hash("hello", "x-mesh-group", group);
  }

  private void awaitCalled(String group) {
    await().until(() -> hash(group).status() == 200);
  }

  @Test
  void whatTheFolderHasIsCalledAndTheRestOnceItsRegistryIsThere() {
    awaitCalled(FOLDER);
    assertRefusedSoon(ZOOKEEPER);
    assertRefusedSoon(NACOS);
    assertThat(hash(FOLDER).status()).isEqualTo(200);
    consumer.process().awaitLine(Pattern.compile(WITHOUT));
    assertThat(consumer.process().lines().stream().filter(line -> line.contains(WITHOUT)))
        .hasSize(1);

    zookeeper.start();
    closing(
            new DubboServer(
                provider(ZOOKEEPER).registered(zookeeper.dubboUrl(), "interface", "local"),
                Ports.free()))
        .start();
    awaitCalled(ZOOKEEPER);
    assertRefusedSoon(NACOS);

    nacos.start();
    closing(RegisteringProvider.dubbo("2.7.23", NACOS, "nacos://" + nacos.address())).start();
    awaitCalled(NACOS);
    assertThat(hash(ZOOKEEPER).status()).isEqualTo(200);
    assertThat(hash(FOLDER).status()).isEqualTo(200);
  }

  private void assertRefusedSoon(String group) {
    long begin = System.nanoTime();
    Answer answer = hash(group);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    assertThat(answer.status()).as("%s", answer).isEqualTo(503);
    assertThat(answer.detail())
        .contains("it isn't known whether somebody serves", "@" + group)
        .containsPattern("the registry " + group + "://127.*can't be asked: .*Connection refused");
  }
}
