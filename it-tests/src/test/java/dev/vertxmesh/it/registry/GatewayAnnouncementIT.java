package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.EchoVerticle;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer of Dubbo 3.3.6 finds what provider agents alone announce, and calls it through the
 * gateway that they name, which announces nothing.
 */
class GatewayAnnouncementIT {

  private static final List<String> SERVICES =
      List.of(USERS, GrpcServer.TEST_SERVICE, GrpcServer.GREETINGS);

  @TempDir private Path folder;

  @Test
  void inZooKeeper() {
    ZooKeepers zookeeper = new ZooKeepers(folder.resolve("data"), 1);
    try (AnnouncedPlaces places = AnnouncedPlaces.in(zookeeper.start())) {
      assertFound(places);
    }
  }

  @Test
  void inNacos() {
    NacosServer nacos = NacosServer.open(folder.resolve("nacos"));
    try (AnnouncedPlaces places = AnnouncedPlaces.in(nacos)) {
      nacos.start();
      assertFound(places);
    }
  }

  /** A gRPC server and a verticle are called at the same port, which two agents announce. */
  private static void assertFound(AnnouncedPlaces places) {
    String registry = places.agents();
    try (GrpcServer server = GrpcServer.interop();
        DubboServer provider = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
        Agent gateway =
            agent("mesh-consumer", registry, "--timeout", "120000", "--dubbo-port", "0")) {
      List.of(server, provider, gateway).forEach(Node::start);
      String forTriple = "127.0.0.1:" + gateway.port();
      String[] verticleFlags = {
        "--verticle",
        EchoVerticle.class.getName(),
        "--classpath",
        "target/test-classes",
        "--service",
        GrpcServer.GREETINGS,
        "--announce-dubbo",
        forTriple
      };
      try (Agent beside = besideProvider(registry, provider, gateway);
          Agent before =
              agent(
                  "mesh-provider",
                  registry,
                  "--grpc",
                  "127.0.0.1:" + server.port(),
                  "--service",
                  GrpcServer.TEST_SERVICE,
                  "--announce-dubbo",
                  forTriple);
          Agent verticle = agent("mesh-provider", registry, verticleFlags)) {
        List<Agent> agents = List.of(before, beside, verticle);
        agents.forEach(Node::start);
        assertCalled(places.dubbo());
        for (String service : SERVICES) {
          assertThat(gateway.metrics().sum("mesh_calls_total", "service=\"" + service + "\""))
              .isGreaterThanOrEqualTo(2);
          assertThat(places.ofInterface(service)).isEqualTo(1);
          assertThat(places.ofApplication(service)).isEqualTo(1);
        }
        agents.forEach(GatewayAnnouncementIT::drain);
        for (String service : SERVICES) {
          await().until(() -> places.ofInterface(service) == 0);
          await().until(() -> places.ofApplication(service) == 0);
        }
      }
    }
  }

  private static void assertCalled(String dubbo) {
    Child calls = RegisteringProvider.consumer(dubbo);
    assertThat(calls.awaitExit()).as("%s", calls.log()).isZero();
    assertThat(calls.lines())
        .contains(
            "FORCE_INTERFACE server: 0 bytes",
            "FORCE_INTERFACE verticle: Ada",
            "FORCE_INTERFACE provider: a1true",
            "FORCE_APPLICATION server: 0 bytes",
            "FORCE_APPLICATION verticle: Ada",
            "FORCE_APPLICATION provider: a1true");
  }

  @Test
  void whoDrainsTakesNothingOfAnotherAgentsAndAllIsBackWithZooKeeper() {
    try (ZooKeepers zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
        DubboServer provider = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
        Agent gateway =
            agent(
                "mesh-consumer",
                "zookeeper://" + zookeeper.hosts() + "?wait=100&cache=none",
                "--timeout",
                "120000",
                "--dubbo-port",
                "0",
                "--dubbo-allow",
                "generic")) {
      List.of(provider, gateway).forEach(Node::start);
      String registry = "zookeeper://" + zookeeper.hosts() + "?wait=100&cache=none";
      try (Agent one = besideProvider(registry, provider, gateway);
          Agent other = besideProvider(registry, provider, gateway)) {
        List.of(one, other).forEach(Node::start);
        await().until(() -> areAnnounced(zookeeper, 2));
        try (GenericCalls dubbo = Consumer.findingIn(zookeeper.dubboUrl(), "3.3.6")) {
          assertThat(concat(dubbo)).isEqualTo("a1true");
          drain(one);
          await().until(() -> areAnnounced(zookeeper, 1));
          assertThat(concat(dubbo)).isEqualTo("a1true");

          zookeeper.members().get(0).kill();
          await().until(() -> gateway.topology().getJsonObject("registry").getBoolean("stale"));
          zookeeper.start();
          await().until(() -> areAnnounced(zookeeper, 1));
          await().until(() -> "a1true".equals(concat(dubbo)));

          drain(other);
          // what they serve may stay there: it's taken away once, and ZooKeeper may be away still
          await().until(() -> areRegistered(zookeeper, 0));
          await().until(() -> concat(dubbo) instanceof Map); // the error is told
        }
      }
    }
  }

  /** Where there's the interface level alone. */
  @Test
  void inEtcd() {
    try (Etcd etcd = new Etcd(EtcdRelease.V3_4, folder.resolve("etcd"), 1).start();
        DubboServer provider = new DubboServer(Provider.dubbo("2.7.23"), Ports.free())) {
      String registry = "etcd://" + etcd.hosts() + "?dubbo=/dubbo&wait=100&cache=none";
      try (Agent gateway =
          agent("mesh-consumer", registry, "--dubbo-port", "0", "--dubbo-allow", "generic")) {
        List.of(provider, gateway).forEach(Node::start);
        try (Agent agent = besideProvider(registry, provider, gateway)) {
          agent.start();
          String keys = "/dubbo/" + USERS + "/providers/";
          await().until(() -> etcd.keys(keys).size() == 1);
          try (GenericCalls dubbo = Consumer.finding(etcd.member(0).address())) {
            assertThat(concat(dubbo)).isEqualTo("a1true");
          }
          drain(agent);
          await().until(() -> etcd.keys(keys).isEmpty());
        }
      }
    }
  }

  private static boolean areAnnounced(ZooKeepers zookeeper, int agents) {
    return areRegistered(zookeeper, agents)
        && AnnouncedPlaces.children(zookeeper, "/dubbo/metadata/vertx-mesh." + USERS) == agents;
  }

  private static boolean areRegistered(ZooKeepers zookeeper, int agents) {
    return AnnouncedPlaces.children(zookeeper, "/dubbo/" + USERS + "/providers") == agents
        && AnnouncedPlaces.children(zookeeper, "/services/vertx-mesh." + USERS) == agents;
  }

  private static Object concat(GenericCalls dubbo) {
    String[] types = {"java.lang.String", "int", "boolean"};
    return dubbo.call("concat", types, "a", 1, true);
  }

  private static void drain(Agent agent) {
    agent.admin().send(agent.admin().post("/drain", "text/plain", ""));
  }

  private static Agent besideProvider(String registry, DubboServer provider, Agent gateway) {
    return agent(
        "mesh-provider",
        registry,
        "--dubbo",
        "127.0.0.1:" + provider.port(),
        "--service",
        USERS,
        "--announce-dubbo",
        "127.0.0.1:" + gateway.dubboPort());
  }

  private static Agent agent(String name, String registry, String... flags) {
    List<String> all = new ArrayList<>(List.of("--registry", registry));
    all.addAll(Arrays.asList(flags));
    return Agent.of(name, all.toArray(String[]::new));
  }
}
