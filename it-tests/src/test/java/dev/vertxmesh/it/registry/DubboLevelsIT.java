package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.EchoVerticle;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer of Dubbo 3.3.6 finds, at each of Dubbo's levels alone, what only the mesh announces:
 * it calls a gRPC server and a verticle by Triple, and a provider by Dubbo's protocol.
 */
class DubboLevelsIT {

  @TempDir private Path folder;

  @Test
  void inZooKeeper() {
    try (ZooKeepers zookeeper = new ZooKeepers(folder.resolve("data"), 1).start()) {
      assertFound("zookeeper://" + zookeeper.hosts(), zookeeper.dubboUrl());
    }
  }

  @Test
  void inNacos() {
    try (NacosServer nacos = NacosServer.open(folder.resolve("nacos"))) {
      nacos.start();
      assertFound("nacos://" + nacos.address(), "nacos://" + nacos.address());
    }
  }

  private static void assertFound(String registry, String dubbo) {
    try (GrpcServer server = GrpcServer.interop();
        DubboServer provider = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
        Agent beside =
            agent(
                "mesh-provider",
                registry,
                "--dubbo",
                "127.0.0.1:" + provider.port(),
                "--service",
                USERS);
        Agent before =
            agent(
                "mesh-provider",
                registry,
                "--grpc",
                "127.0.0.1:" + server.port(),
                "--service",
                GrpcServer.TEST_SERVICE);
        Agent verticle =
            agent(
                "mesh-provider",
                registry,
                "--verticle",
                EchoVerticle.class.getName(),
                "--classpath",
                "target/test-classes",
                "--service",
                GrpcServer.GREETINGS);
        Agent consumer =
            agent(
                "mesh-consumer",
                registry,
                "--timeout",
                "120000",
                "--dubbo-port",
                "0",
                "--announce-dubbo",
                "127.0.0.1")) {
      List.of(server, provider, before, beside, verticle, consumer).forEach(Node::start);
      Child calls = RegisteringProvider.consumer(dubbo);
      assertThat(calls.awaitExit()).as("%s", calls.log()).isZero();
      // a verticle that sends back what comes: Dubbo's request and answer look alike
      assertThat(calls.lines())
          .contains(
              "FORCE_INTERFACE server: 0 bytes",
              "FORCE_INTERFACE verticle: Ada",
              "FORCE_INTERFACE provider: a1true",
              "FORCE_APPLICATION server: 0 bytes",
              "FORCE_APPLICATION verticle: Ada",
              "FORCE_APPLICATION provider: a1true");
      for (String service : List.of(GrpcServer.TEST_SERVICE, GrpcServer.GREETINGS, USERS)) {
        assertThat(consumer.metrics().sum("mesh_calls_total", "service=\"" + service + "\""))
            .isGreaterThanOrEqualTo(2);
      }
    }
  }

  private static Agent agent(String name, String registry, String... flags) {
    List<String> all = new ArrayList<>(List.of("--registry", registry + "?wait=100&cache=none"));
    all.addAll(Arrays.asList(flags));
    return Agent.of(name, all.toArray(String[]::new));
  }
}
