package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.Relay;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Providers that register themselves in a Nacos 3.1 that wants a login, called through one agent.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NacosIT {

  private static final String PASSWORD = "s3cret-1";

  /** 2.7.23 writes the interface level, and 3.3.6 the application level alone. */
  private static final String SEVEN = "seven";

  private static final String THREE = "three";

  @TempDir private static Path folder;

  private static Vertx vertx;
  private static NacosServer nacos;
  private static Relay relay;
  private static RegisteringProvider seven;
  private static RegisteringProvider three;
  private static RegisteringProvider triple;
  private static Agent consumer;
  private static Http http;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    nacos = NacosServer.secured(folder.resolve("nacos"), PASSWORD);
    nacos.start();
    relay = new Relay(vertx, nacos.rpcAddress());
    String dubbo = dubbo();
    // one after the other: both write who has an interface, and once, when they began together,
    // Dubbo 3.3.6 failed to for as long as the test looked
    seven = RegisteringProvider.dubbo("2.7.23", SEVEN, dubbo).begin().begun();
    three =
        RegisteringProvider.dubbo(
                "3.3.6", THREE, dubbo, "--level", "instance", "--metadata", "remote")
            .begin()
            .begun();
    triple = RegisteringProvider.triple(dubbo).begin().begun();
    consumer = consumer(registry("agent"));
    consumer.start();
    http = consumer.http();
  }

  /** The registry's address, as Dubbo's applications have it. */
  private static String dubbo() {
    return "nacos://%s?username=%s&password=%s"
        .formatted(nacos.address(), NacosServer.USER, PASSWORD);
  }

  private static String registry(String cache) {
    String port = relay.address().substring(relay.address().lastIndexOf(':') + 1);
    return "nacos://%s?grpc-port=%s&username=%s&password=s3cret-1&wait=200&cache=%s"
        .formatted(nacos.address(), port, NacosServer.USER, folder.resolve(cache));
  }

  private static Agent consumer(String registry) {
    return Agent.of(
        "mesh-consumer", "--registry", registry, "--event-loops", "1", "--timeout", "120000");
  }

  @AfterAll
  static void close() {
    List<AutoCloseable> all = new ArrayList<>();
    for (AutoCloseable one : new AutoCloseable[] {seven, three, triple, nacos, consumer}) {
      if (one != null) {
        all.add(one);
      }
    }
    all.forEach(NacosIT::close);
    vertx.close();
  }

  private static void close(AutoCloseable one) {
    try {
      one.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Answer hash(String group) {
    return http.hash("hello", "x-mesh-group", group);
  }

  private static Answer concat(String group) {
    return http.json(USERS, "concat", "[\"a\",1,true]", "x-mesh-group", group);
  }

  private static JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  private static void awaitAll() {
    await().until(() -> hash(SEVEN).status() == 200 && hash(THREE).status() == 200);
  }

  @Test
  @Order(1)
  void whoRegistersItselfIsCalledAtBothLevelsAsFormAndAsJson() {
    awaitAll();
    for (String group : List.of(SEVEN, THREE)) {
      assertThat(hash(group).body()).isEqualTo("99162322");
      await().untilAsserted(() -> assertThat(concat(group).body()).isEqualTo("\"a1true\""));
    }
    await().until(() -> !registry().getBoolean("stale"));
    assertThat(registry().getInteger("malformed")).isZero();
  }

  /** What 3.3.6 has written says more than the provider does when it's asked. */
  @Test
  @Order(2)
  void jsonIsTypedByWhatProvidersHaveWritten() {
    awaitAll();
    String[] group = {"x-mesh-group", THREE};
    await().until(() -> http.json(USERS, "save", "[{\"nmae\":\"Ada\"}]", group).status() == 400);
    assertThat(http.json(USERS, "save", "[{\"nmae\":\"Ada\"}]", group).detail())
        .contains("argument 0 at /nmae", "dev.vertxmesh.samples.User has no field 'nmae'");
    assertThat(http.json(USERS, "saveAll", "[[{\"id\":70},{\"id\":71}]]", group).body())
        .isEqualTo("[70,71]");
    assertThat(http.json(USERS, "find", "[\"Ada\"]", group).body()).contains("\"id\":1");
    assertThat(http.json(USERS, "find", "[1]", group).body()).contains("\"Ada\"");
  }

  @Test
  @Order(2)
  void rulesAreFollowedAsTheyArePublishedChangedBrokenAndDeleted() {
    awaitAll();
    String name = HELLO + "::" + THREE + ".condition-router";
    nacos.configure(name, "dubbo", "force: true\nconditions: ['method=hash => false']");
    await().until(() -> hash(THREE).status() == 503);
    assertThat(hash(SEVEN).status()).isEqualTo(200);
    nacos.configure(name, "dubbo", "conditions: [");
    await().until(() -> routing().getJsonArray("skipped").size() == 1);
    assertThat(hash(THREE).status()).as("what it said before still counts").isEqualTo(503);
    nacos.configure(name, "dubbo", "force: true\nconditions: ['method=other => false']");
    await().until(() -> hash(THREE).status() == 200);
    assertThat(routing().getInteger("rules")).isEqualTo(1);
    nacos.configure(name, "dubbo", null);
    await().until(() -> routing().getInteger("rules") == 0);
  }

  private static JsonObject routing() {
    return consumer.topology().getJsonObject("routing");
  }

  @Test
  @Order(2)
  void tripleProvidersAreCalledByGrpc() {
    await()
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              Child client = Consumer.triple(consumer.port());
              return client.awaitExit() == 0
                  && client.lines().contains("unary: Hello, Ada")
                  && client.lines().contains("both ways: [Hello, Ada, Hello, Grace]");
            });
  }

  @Test
  @Order(3)
  void noCallFailsWhileTheServerIsCutOffPausedKilledAndStartedAgainWithoutItsData() {
    awaitAll();
    relay.cut();
    await().until(() -> registry().getBoolean("stale"));
    // a server that was silent for a while is stale before it's a problem
    await().until(() -> registry().getString("problem").contains("the registry can't be read"));
    assertCalls();
    relay.mend();
    await().until(() -> !registry().getBoolean("stale"));
    assertCalls();

    nacos.process().signal("STOP");
    await().until(() -> registry().getBoolean("stale"));
    assertCalls();
    nacos.process().signal("CONT");
    awaitFresh();

    nacos.kill();
    await().until(() -> registry().getBoolean("stale"));
    assertCalls();
    nacos.start();
    awaitFresh();
  }

  private static void awaitFresh() {
    await()
        .until(
            () -> {
              assertCalls();
              return !registry().getBoolean("stale");
            });
  }

  private static void assertCalls() {
    assertThat(hash(SEVEN).status()).isEqualTo(200);
    assertThat(hash(THREE).status()).isEqualTo(200);
  }

  @Test
  @Order(4)
  void whatWasKnownOutlivesTheAgentWhileTheServerIsAway() {
    awaitAll();
    await().until(() -> !registry().getBoolean("stale"));
    Agent other = consumer(registry("agent"));
    relay.cut();
    try {
      other.start();
      assertThat(other.http().hash("hello", "x-mesh-group", SEVEN).status()).isEqualTo(200);
      assertThat(other.topology().getJsonObject("registry").getBoolean("stale")).isTrue();
    } finally {
      relay.mend();
      other.close();
    }
  }

  @Test
  @Order(5)
  void aProviderAgentIsFoundUntilItDrainsAndAfterTheServerHasLostItsData() {
    DubboServer plain = new DubboServer(Provider.dubbo("2.6.12").group("agents"), Ports.free());
    Agent agent =
        Agent.of(
            "mesh-provider",
            "--dubbo",
            "127.0.0.1:" + plain.port(),
            "--host",
            "127.0.0.1",
            "--registry",
            registry("provider"),
            "--service",
            HELLO + "@agents");
    try {
      plain.start();
      agent.start();
      await().until(() -> hash("agents").status() == 200);
      nacos.kill();
      assertThat(hash("agents").status()).isEqualTo(200);
      nacos.start();
      await().until(() -> !registry().getBoolean("stale"));
      await().until(agent::isReady);
      assertThat(hash("agents").status()).isEqualTo(200);
      agent.terminate();
      await().until(() -> hash("agents").status() == 503);
      assertThat(agent.process().awaitExit()).isZero();
    } finally {
      agent.close();
      plain.close();
    }
  }

  @Test
  @Order(6)
  void aWrongPasswordIsToldAndNotShown() {
    String url = registry("wrong").replace("s3cret-1", "wr-0ng").replace("wait=200", "wait=10");
    List<String> flags = List.of("--registry", url, "--port", "0", "--admin-port", "0");
    Child agent = Child.start("wrong password", Agent.command("mesh-consumer", flags), Map.of());
    agent.awaitLine(
        Pattern.compile("can't start: registry .*: login: .*user or password is wrong"));
    assertThat(agent.awaitExit()).isNotZero();
    assertThat(agent.log()).doesNotContain("wr-0ng");
  }

  @Test
  @Order(7)
  void aSpringBootApplicationIsCalledThatKnowsNothingOfTheMesh() {
    String orders = "com.example.orders.OrderService";
    try (RegisteringProvider application = RegisteringProvider.springBoot(dubbo())) {
      application.begin().begun();
      await().until(() -> http.json(orders, "articles", "[]").status() == 200);
      assertThat(http.json(orders, "articles", "[]").body()).isEqualTo("[\"book\",\"pen\"]");
      Answer receipt = http.json(orders, "order", "[{\"article\":\"book\",\"count\":2}]");
      assertThat(new JsonObject(receipt.body()))
          .isEqualTo(
              new JsonObject("{\"order\":{\"article\":\"book\",\"count\":2},\"total\":25.00}"));
      Answer none = http.json(orders, "order", "[{\"article\":\"car\",\"count\":1}]");
      assertThat(none.status()).isEqualTo(500);
      assertThat(none.detail()).contains("UnknownArticleException: no article car");
    }
  }
}
