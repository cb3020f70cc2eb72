package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.DESK;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers of every release that registered themselves in ZooKeeper, and one consumer agent. */
@TestInstance(Lifecycle.PER_CLASS)
class RegisteredProvidersIT {

  private ZooKeepers zookeeper;
  private Agent consumer;
  private Http http;

  @BeforeAll
  void start(@TempDir Path folder) {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    String registry = "zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts());
    consumer = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000");
    consumer.start();
    http = consumer.http();
  }

  @AfterAll
  void close() {
    if (consumer != null) {
      consumer.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  private JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  private List<String> endpoints() {
    JsonArray services = consumer.topology().getJsonArray("services");
    return services.stream()
        .flatMap(one -> ((JsonObject) one).getJsonArray("endpoints").stream())
        .map(one -> ((JsonObject) one).getString("address"))
        .distinct()
        .toList();
  }

  private static void assertOk(Answer answer, String body) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(body);
  }

  /** A call is the first that anybody has heard of the service: it waits for who serves it. */
  @ParameterizedTest(name = "dubbo {0}, level {1}, metadata {2}")
  @CsvSource({
    "2.6.12, interface, local",
    "2.7.23, interface, local",
    "3.3.6, interface, local",
    "3.3.6, all, local",
    "3.3.6, all, remote",
    "3.3.6, instance, local",
    "3.3.6, instance, remote"
  })
  void isCalledAndGoesWhenItLeaves(String release, String level, String metadata) {
    Provider wanted = Provider.dubbo(release).registered(zookeeper.dubboUrl(), level, metadata);
    try (DubboServer dubbo = new DubboServer(wanted, Ports.free())) {
      dubbo.start();
      // it registers one after the other, and may be ready before the second is
      await().until(() -> http.json(USERS, "concat", "[\"a\",1,true]").status() == 200);
      await().until(() -> http.hash("hello").status() == 200);
      assertOk(http.hash("hello"), "99162322");
      assertOk(http.json(USERS, "concat", "[\"a\",1,true]"), "\"a1true\"");
      assertThat(endpoints()).containsExactly("dubbo://127.0.0.1:" + dubbo.port());
      assertThat(registry().getInteger("instances")).isEqualTo(1);
      assertThat(registry().getInteger("malformed")).isZero();
      dubbo.terminate();
      await().until(() -> registry().getInteger("instances") == 0);
      await().until(() -> !registry().getBoolean("stale"));
      dubbo.process().awaitExit();
    }
  }

  /** Whichever comes or goes first: it counts once, and is called all the time. */
  @Test
  void aProviderThatHasAnAgentIsCalledThroughItAndWithoutItStraight() {
    Provider wanted =
        Provider.dubbo("2.6.12").registered(zookeeper.dubboUrl(), "interface", "local");
    try (DubboServer dubbo = new DubboServer(wanted, Ports.free())) {
      dubbo.start();
      String straight = "dubbo://127.0.0.1:" + dubbo.port();
      Agent agent =
          Agent.of(
              "mesh-provider",
              "--registry",
              "zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts()),
              "--dubbo",
              "127.0.0.1:" + dubbo.port());
      awaitCalledAt(straight);
      try {
        agent.start();
        awaitCalledAt("127.0.0.1:" + agent.port());
        agent.kill();
        awaitCalledAt(straight);
        agent.start();
        awaitCalledAt("127.0.0.1:" + agent.port());
        agent.terminate();
        awaitCalledAt(straight);
        assertThat(agent.process().awaitExit()).isZero();
      } finally {
        agent.close();
      }
      dubbo.terminate();
      await().until(() -> registry().getInteger("instances") == 0);
      dubbo.process().awaitExit();
    }
  }

  private void awaitCalledAt(String address) {
    await()
        .until(
            () ->
                http.hash("hello").status() == 200
                    && http.json(USERS, "concat", "[\"a\",1,true]").status() == 200
                    && endpoints().equals(List.of(address)));
  }

  /** Dubbo 2.7 tells it nobody who asks, and writes it where it registers. */
  @ParameterizedTest(name = "dubbo {0}, level {1}")
  @CsvSource({"2.6.12, interface", "2.7.23, interface", "3.3.6, interface", "3.3.6, instance"})
  void whatItWouldCallBackIsRefused(String release, String level) {
    Provider wanted =
        Provider.dubbo(release).registered(zookeeper.dubboUrl(), level, "remote").desk();
    try (DubboServer dubbo = new DubboServer(wanted, Ports.free())) {
      dubbo.start();
      await().until(() -> List.of(200, 400).contains(subscribe().status()));
      assertThat(subscribe().status()).as("%s", subscribe()).isEqualTo(400);
      assertThat(subscribe().detail())
          .contains("argument 1: the provider calls back what is given here")
          .contains("nobody can be called back over HTTP");
      dubbo.terminate();
      await().until(() -> registry().getInteger("instances") == 0);
      dubbo.process().awaitExit();
    }
  }

  private Answer subscribe() {
    return http.json(DESK, "subscribe", "[\"rain\",{}]");
  }

  /** Each service is called by one of them. */
  @ParameterizedTest(name = "level {0}, metadata {1}")
  @CsvSource({"interface, local", "all, local", "all, remote", "instance, local"})
  void whoServesByBothProtocolsIsCalledByDubbos(String level, String metadata) {
    Provider wanted =
        Provider.dubbo("3.3.6")
            .registered(zookeeper.dubboUrl(), level, metadata)
            .triple(Ports.free());
    try (DubboServer dubbo = new DubboServer(wanted, Ports.free())) {
      dubbo.start();
      awaitCalledAt("dubbo://127.0.0.1:" + dubbo.port());
      assertOk(http.hash("hello"), "99162322");
      assertOk(http.json(USERS, "concat", "[\"a\",1,true]"), "\"a1true\"");
      assertThat(registry().getInteger("instances")).isEqualTo(1);
      assertThat(registry().getInteger("malformed")).isZero();
      dubbo.terminate();
      await().until(() -> registry().getInteger("instances") == 0);
      dubbo.process().awaitExit();
    }
  }

  /** What it serves it tells by Triple, too. */
  @Test
  void tripleIsCalledByItsOwnClients() {
    String[] flags = {"--registry", zookeeper.dubboUrl(), "--level", "instance"};
    try (GrpcServer triple = GrpcServer.triple(flags)) {
      triple.start();
      // a slow provider may say what it serves after those that call have waited enough
      await().until(() -> areAnswered(Consumer.triple(consumer.port())));
      assertThat(endpoints()).containsExactly("grpc://127.0.0.1:" + triple.port());
      triple.terminate();
      await().until(() -> registry().getInteger("instances") == 0);
    }
  }

  private static boolean areAnswered(Child client) {
    return client.awaitExit() == 0
        && client.lines().contains("unary: Hello, Ada")
        && client.lines().contains("both ways: [Hello, Ada, Hello, Grace]");
  }

  @Test
  void whoCallsAServiceThatNobodyHasIsToldSo() {
    Answer answer = http.json("com.example.Nobody", "x", "[]");
    assertThat(answer.status()).isGreaterThanOrEqualTo(404);
    await().until(() -> !registry().getBoolean("stale"));
  }
}
