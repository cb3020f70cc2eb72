package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Provider agents that announce several services at one gateway, and one another's: what consumers
 * of Dubbo 3.3.6 find at each level, while agents come, drain and are killed.
 */
class GatewayAgentsIT {

  private static final List<String> SERVICES = List.of(USERS, HELLO);
  private static final List<String> LEVELS = List.of("FORCE_INTERFACE", "FORCE_APPLICATION");

  @TempDir private Path folder;

  @Test
  void inZooKeeperAnAgentWithSeveralServicesIsOneOfEachUntilItIsKilled() {
    try (AnnouncedPlaces places = AnnouncedPlaces.in(zookeeper())) {
      assertGoneOnceKilled(places);
    }
  }

  @Test
  void inNacosAnAgentWithSeveralServicesIsOneOfEachUntilItIsKilled() {
    try (AnnouncedPlaces places = AnnouncedPlaces.in(nacos())) {
      assertGoneOnceKilled(places);
    }
  }

  @Test
  void inZooKeeperWhoDrainsBehindASharedGatewayTakesNothingOfTheOthers() {
    try (AnnouncedPlaces places = AnnouncedPlaces.in(zookeeper())) {
      assertOthersStay(places);
    }
  }

  @Test
  void inNacosWhoDrainsBehindASharedGatewayTakesNothingOfTheOthers() {
    try (AnnouncedPlaces places = AnnouncedPlaces.in(nacos())) {
      assertOthersStay(places);
    }
  }

  private ZooKeepers zookeeper() {
    return new ZooKeepers(folder.resolve("data"), 1).start();
  }

  private NacosServer nacos() {
    NacosServer nacos = NacosServer.open(folder.resolve("nacos"));
    nacos.start();
    return nacos;
  }

  private static void assertGoneOnceKilled(AnnouncedPlaces places) {
    try (DubboServer provider = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
        Agent gateway = gateway(places)) {
      List.of(provider, gateway).forEach(Node::start);
      List<GenericCalls> consumers = new ArrayList<>();
      try (Agent agent = agent(places, provider, gateway, USERS, HELLO)) {
        agent.start();
        awaitAgents(places, USERS, 1);
        awaitAgents(places, HELLO, 1);
        for (String level : LEVELS) {
          GenericCalls users = places.calls(USERS, level);
          consumers.add(users);
          await().untilAsserted(() -> assertThat(concat(users)).as(level).isEqualTo("a1true"));
          try (GenericCalls hello = places.calls(HELLO, level)) {
            await().untilAsserted(() -> assertThat(hash(hello)).as(level).isEqualTo(97));
          }
        }

        agent.kill();
        awaitAgents(places, USERS, 0);
        awaitAgents(places, HELLO, 0);
        // told, they don't even try; who does all the same is counted
        for (GenericCalls users : consumers) {
          await().until(() -> !isGatewayAsked(gateway, users));
        }
        try (GenericCalls straight = Consumer.generic("3.3.6", gateway.dubboPort(), "raw.return")) {
          assertThat(isGatewayAsked(gateway, straight)).isTrue();
        }
      } finally {
        consumers.forEach(GenericCalls::close);
      }
    }
  }

  /** Whether a call, which has to fail, gets to the gateway all the same. */
  private static boolean isGatewayAsked(Agent gateway, GenericCalls users) {
    double before = gateway.metrics().sum("mesh_calls_total");
    assertThat(concat(users)).isInstanceOf(Map.class); // the error is told
    return gateway.metrics().sum("mesh_calls_total") > before;
  }

  /** One serves less than the other: at one address, what there is is more than each one's own. */
  private static void assertOthersStay(AnnouncedPlaces places) {
    try (DubboServer provider = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
        Agent gateway = gateway(places)) {
      List.of(provider, gateway).forEach(Node::start);
      List<GenericCalls> consumers = new ArrayList<>();
      try (Agent one = agent(places, provider, gateway, USERS);
          Agent other = agent(places, provider, gateway, USERS, HELLO)) {
        List.of(one, other).forEach(Node::start);
        awaitAgents(places, USERS, 2);
        awaitAgents(places, HELLO, 1);
        for (String level : LEVELS) {
          consumers.add(places.calls(USERS, level));
        }
        for (GenericCalls users : consumers) {
          await().untilAsserted(() -> assertThat(concat(users)).isEqualTo("a1true"));
        }

        one.admin().send(one.admin().post("/drain", "text/plain", ""));
        await()
            .until(
                () -> {
                  consumers.forEach(users -> assertThat(concat(users)).isEqualTo("a1true"));
                  return isAnnounced(places, USERS, 1);
                });
        for (int i = 0; i < 50; i++) {
          consumers.forEach(users -> assertThat(concat(users)).isEqualTo("a1true"));
        }
        awaitAgents(places, HELLO, 1);
        // and by who starts only now
        for (String level : LEVELS) {
          for (String service : SERVICES) {
            try (GenericCalls calls = places.calls(service, level)) {
              Object expected = service.equals(USERS) ? "a1true" : 97;
              await()
                  .untilAsserted(
                      () ->
                          assertThat(service.equals(USERS) ? concat(calls) : hash(calls))
                              .as("%s of %s", level, service)
                              .isEqualTo(expected));
            }
          }
        }
      } finally {
        consumers.forEach(GenericCalls::close);
      }
    }
  }

  private static void awaitAgents(AnnouncedPlaces places, String service, int agents) {
    await().until(() -> isAnnounced(places, service, agents));
  }

  private static boolean isAnnounced(AnnouncedPlaces places, String service, int agents) {
    return places.ofInterface(service) == agents && places.ofApplication(service) == agents;
  }

  private static Object concat(GenericCalls users) {
    String[] types = {"java.lang.String", "int", "boolean"};
    return users.call("concat", types, "a", 1, true);
  }

  private static Object hash(GenericCalls hello) {
    return hello.call("hash", new String[] {"java.lang.String"}, "a");
  }

  private static Agent gateway(AnnouncedPlaces places) {
    return Agent.of(
        "mesh-consumer",
        "--registry",
        places.agents(),
        "--timeout",
        "120000",
        "--dubbo-port",
        "0",
        "--dubbo-allow",
        "generic");
  }

  private static Agent agent(
      AnnouncedPlaces places, DubboServer provider, Agent gateway, String... services) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--registry",
                places.agents(),
                "--dubbo",
                "127.0.0.1:" + provider.port(),
                "--announce-dubbo",
                "127.0.0.1:" + gateway.dubboPort()));
    for (String service : services) {
      flags.addAll(List.of("--service", service));
    }
    return Agent.of("mesh-provider", flags.toArray(String[]::new));
  }
}
