package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a ZooKeeper, or with what stands there, is told; the rest goes on. */
@TestInstance(Lifecycle.PER_CLASS)
class TroubledRegistriesIT {

  private static final String USERS_PROVIDERS = "/dubbo/" + USERS + "/providers";

  /** A provider's entry, in which nothing else is wrong. */
  private static final String GONE =
      "/dubbo/%1$s/providers/dubbo%%3A%%2F%%2Fgone.invalid%%3A20880%%2F%1$s".formatted(HELLO);

  private final List<Agent> agents = new ArrayList<>();
  private ZooKeepers zookeeper;
  private DubboServer registered;

  @BeforeAll
  void start(@TempDir Path folder) {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    Provider provider =
        Provider.dubbo("2.6.12").registered(zookeeper.dubboUrl(), "interface", "local");
    registered = new DubboServer(provider, Ports.free());
    registered.start();
  }

  @AfterEach
  void closeAgents() {
    agents.forEach(Agent::close);
    agents.clear();
  }

  @AfterAll
  void close() {
    if (registered != null) {
      registered.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  private Agent consumer(String... registries) {
    List<String> flags = new ArrayList<>(List.of("--timeout", "120000"));
    Arrays.stream(registries).flatMap(url -> Stream.of("--registry", url)).forEach(flags::add);
    Agent agent = Agent.of("mesh-consumer", flags.toArray(String[]::new));
    agents.add(agent);
    agent.start();
    return agent;
  }

  /** As the agents' user, whose password is {@code right}. */
  private String registry(String options) {
    return "zookeeper://%s?wait=100&cache=none%s".formatted(zookeeper.hosts(), options);
  }

  private void person(Written written) {
    try {
      ZooKeeper person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
      try {
        person.addAuthInfo("digest", "agent:right".getBytes(StandardCharsets.UTF_8));
        written.by(person);
      } finally {
        person.close();
      }
    } catch (IOException | KeeperException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Written {
    void by(ZooKeeper person) throws KeeperException, InterruptedException;
  }

  private void letRead(String path, List<ACL> readers) {
    person(person -> person.setACL(path, readers, -1));
  }

  private static Answer users(Agent agent) {
    return agent.http().json(USERS, "concat", "[\"a\",1,true]");
  }

  private static Pattern line(String... parts) {
    return Pattern.compile(
        Arrays.stream(parts).map(Pattern::quote).reduce((a, b) -> a + ".*" + b).orElseThrow());
  }

  @Test
  void aWrongPasswordIsToldAndNotShownAndAnotherServiceIsCalled() {
    letRead(USERS_PROVIDERS, Ids.CREATOR_ALL_ACL);
    try {
      Agent wrong = consumer(registry("&username=agent&password=wr-0ng"));
      assertThat(wrong.http().hash("hello").status()).isEqualTo(200);
      Answer refused = users(wrong);
      assertThat(refused.status()).as("%s", refused).isEqualTo(503);
      assertThat(refused.detail())
          .contains(
              "no permission for "
                  + USERS_PROVIDERS
                  + ", or this agent's user or password is wrong");
      wrong
          .process()
          .awaitLine(
              line(
                  "no permission for " + USERS_PROVIDERS,
                  "or this agent's user or password is wrong",
                  "zookeeper://HOST:2181?username=…&password=…"));
      assertThat(wrong.process().log()).doesNotContain("wr-0ng");
      Agent right = consumer(registry("&username=agent&password=right"));
      assertThat(users(right).body()).isEqualTo("\"a1true\"");
      letRead(USERS_PROVIDERS, Ids.OPEN_ACL_UNSAFE);
      await().until(() -> users(wrong).status() == 200);
    } finally {
      letRead(USERS_PROVIDERS, Ids.OPEN_ACL_UNSAFE);
    }
  }

  @Test
  void aWrongPasswordLeavesAnotherRegistryAlone() {
    letRead(USERS_PROVIDERS, Ids.CREATOR_ALL_ACL);
    try (DubboServer plain = new DubboServer(Provider.dubbo("2.6.12"), Ports.free())) {
      plain.start();
      Agent agent =
          consumer(
              registry("&username=agent&password=wr-0ng"),
              "static:dubbo://127.0.0.1:" + plain.port());
      assertThat(users(agent).body()).isEqualTo("\"a1true\"");
      agent.process().awaitLine(line("or this agent's user or password is wrong"));
    } finally {
      letRead(USERS_PROVIDERS, Ids.OPEN_ACL_UNSAFE);
    }
  }

  @Test
  void aHostThatDoesNotResolveIsToldAndTheOtherIsCalled() {
    person(person -> person.create(GONE, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
    try {
      Agent agent = consumer(registry(""));
      for (int i = 0; i < 50; i++) {
        Answer answer = agent.http().hash("hello");
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      }
      agent.process().awaitLine(line("WARN", "dubbo gone.invalid:20880: Failed to resolve"));
      assertThat(noteOf("gone.invalid", agent)).contains("Failed to resolve 'gone.invalid'");
    } finally {
      person(person -> person.delete(GONE, -1));
    }
  }

  /** What a person is told of an endpoint. */
  private static String noteOf(String host, Agent agent) {
    return agent.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .filter(endpoint -> endpoint.getString("address").contains(host))
        .map(endpoint -> endpoint.getString("note"))
        .findFirst()
        .orElseThrow();
  }
}
