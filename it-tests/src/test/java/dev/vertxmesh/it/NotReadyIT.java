package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the log of an agent says that isn't ready: why, once, and what to do about it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NotReadyIT {

  private final List<Agent> agents = new ArrayList<>();
  private String registry;
  private DubboServer dubbo;
  private Agent consumer;
  private Agent unreachable;
  private Agent misnamed;
  private Agent halfNamed;
  private Agent withoutEtcd;
  private Agent grpcAtDubbo;
  private Agent dubboAtHttp;
  private int late;

  @BeforeAll
  void start(@TempDir Path folder) {
    registry = "file:" + folder.resolve("registry");
    dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
    dubbo.start();
    late = Ports.free();
    String dubboPort = "127.0.0.1:" + dubbo.port();
    String misspelt = Samples.HELLO + "s";
    consumer = start("mesh-consumer");
    unreachable = start("mesh-provider", "--dubbo", "127.0.0.1:" + late);
    misnamed = start("mesh-provider", "--dubbo", dubboPort, "--service", misspelt);
    halfNamed =
        start(
            "mesh-provider",
            "--dubbo",
            dubboPort,
            "--service",
            Samples.USERS,
            "--service",
            misspelt);
    grpcAtDubbo = start("mesh-provider", "--grpc", dubboPort);
    registry = "etcd://127.0.0.1:" + Ports.free();
    withoutEtcd = start("mesh-provider", "--dubbo", dubboPort, "--service", Samples.HELLO);
    registry = "file:" + folder.resolve("registry");
    dubboAtHttp = start("mesh-provider", "--dubbo", "127.0.0.1:" + consumer.adminPort());
  }

  private Agent start(String name, String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(List.of("--registry", registry));
    Agent agent = Agent.of(name, all.toArray(String[]::new));
    agent.start();
    agents.add(agent);
    return agent;
  }

  @AfterAll
  void close() {
    agents.forEach(Agent::close);
    dubbo.close();
  }

  private static List<String> lines(Agent agent, String words) {
    return agent.process().lines().stream().filter(line -> line.contains(words)).toList();
  }

  /**
   * Warnings for this reason that it isn't ready. Where a machine is slow there are others beside
   * them: that it's starting, and whatever else is likely to pass.
   */
  private static List<String> warnings(Agent agent, String reason) {
    return lines(agent, "not ready, ").stream().filter(line -> line.contains(reason)).toList();
  }

  /** Waits for a warning for this reason that it isn't ready, and returns it. */
  private static String warning(Agent agent, String reason) {
    await().until(() -> !warnings(agent, reason).isEmpty());
    List<String> said = warnings(agent, reason);
    assertThat(lines(agent, "not ready, ")).allMatch(line -> line.contains(" WARN "));
    assertThat(lines(agent, " listens: port ")).hasSize(1);
    assertThat(lines(agent, " ready: ")).isEmpty();
    assertThat(agent.isReady()).isFalse();
    return said.get(said.size() - 1);
  }

  @Test
  void anAgentThatListensAndCanTakeCallsSaysBothOnce() {
    await().until(() -> lines(consumer, " ready: port ").size() == 1);
    assertThat(lines(consumer, " listens: port ")).hasSize(1);
    assertThat(lines(consumer, "not ready"))
        .as("but for a start that takes long")
        .allMatch(line -> line.contains("not ready, starting"));
  }

  @Test
  void aProviderThatCantBeReached() throws IOException {
    String refused = "dubbo 127.0.0.1:" + late + ": not connected: Connection refused";
    assertThat(warning(unreachable, refused))
        .contains("Start the provider, or give --dubbo the port at which it speaks Dubbo");
    DubboServer other = new DubboServer(Provider.dubbo("2.6.12"), late);
    try (other) {
      other.start();
      Mesh.awaitReady(unreachable);
      await().until(() -> lines(unreachable, " ready: port ").size() == 1);
      assertThat(warnings(unreachable, refused)).as("once").hasSize(1);
    }
    await().until(() -> warnings(unreachable, refused).size() == 2);
  }

  @Test
  void aServiceThatTheProviderDoesNotHave() {
    assertThat(warning(misnamed, "--service names "))
        .contains("--service names " + Samples.HELLO + "s, which isn't among what it says that")
        .contains("did you mean " + Samples.HELLO + "?")
        .contains("Name it as the provider does");
    assertThat(Http.on(misnamed.adminPort()).get("topology").body())
        .contains("\"registered\":null");
  }

  @Test
  void oneServiceOfTwoThatTheProviderDoesNotHave() {
    Mesh.awaitReady(halfNamed);
    await().until(() -> missing(halfNamed).size() == 1);
    assertThat(missing(halfNamed).get(0)).contains(" WARN ");
    assertThat(lines(halfNamed, "announced with [" + Samples.USERS + "]")).hasSize(1);
  }

  /** What it says of names once it's ready; before, it may have warned that it isn't. */
  private static List<String> missing(Agent agent) {
    return lines(agent, "--service names").stream()
        .filter(line -> !line.contains("not ready"))
        .toList();
  }

  @Test
  void anEtcdThatIsNotThere() {
    assertThat(warning(withoutEtcd, "the registry can't be told: "))
        .contains("not announced: ")
        .contains("See to that, or give --registry the address at which the registry runs");
    assertThat(lines(withoutEtcd, "announced with")).isEmpty();
  }

  @Test
  void aPortOfDubbosProtocolThatIsTakenForOneOfGrpc() {
    assertThat(warning(grpcAtDubbo, "not connected"))
        .contains("grpc 127.0.0.1:" + dubbo.port() + ": not connected: ")
        .contains("give --grpc the port at which it speaks gRPC or Triple")
        .contains("a port of Dubbo's protocol is --dubbo's");
  }

  @Test
  void aPortOfHttpThatIsTakenForOneOfDubbosProtocol() {
    assertThat(warning(dubboAtHttp, "dubbo 127.0.0.1:" + consumer.adminPort() + ": "))
        .contains("give --dubbo the port at which it speaks Dubbo");
  }

  @Test
  void aPortThatTakesConnectionsAndNeverSaysAWord() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Agent agent = start("mesh-provider", "--grpc", "127.0.0.1:" + silent.getLocalPort());
      assertThat(warning(agent, "no HTTP/2 SETTINGS within")).contains("--grpc");
    }
  }
}
