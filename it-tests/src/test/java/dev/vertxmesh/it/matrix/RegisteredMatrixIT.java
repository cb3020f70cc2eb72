package dev.vertxmesh.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of a provider that has registered itself in ZooKeeper, without its API: types are
 * known by what it has written there. What isn't right is what docs/dubbo.md shows.
 */
class RegisteredMatrixIT {

  private static final Column COLUMN = new Column("3.3.6", "hessian2", false);

  @TempDir private Path folder;

  private ZooKeepers zookeeper;
  private DubboServer dubbo;

  @BeforeEach
  void start() {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    Provider provider =
        Provider.dubbo(COLUMN.release()).registered(zookeeper.dubboUrl(), "all", "local");
    dubbo = new DubboServer(provider, Ports.free());
    dubbo.start();
  }

  @AfterEach
  void close() {
    if (dubbo != null) {
      dubbo.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  private String registry(String options) {
    return "zookeeper://%s?wait=100&cache=none%s".formatted(zookeeper.hosts(), options);
  }

  @Test
  void theRegistrysTypesGetMoreThroughThanNone() {
    theyGetThrough(registry(""));
  }

  /** The consumer agent reads no types: what is refused by them, the agent beside it refuses. */
  @Test
  void behindAnAgentOfItsOwnTheyAreKnownToo() {
    String address = "127.0.0.1:" + dubbo.port();
    try (Agent beside = Agent.of("mesh-provider", "--dubbo", address, "--registry", registry(""));
        Agent agent = Agent.of("mesh-consumer", "--registry", registry("&types=none"))) {
      beside.start();
      agent.start();
      await().until(() -> isTyped(agent));
    }
  }

  private void theyGetThrough(String registry) {
    Matrix matrix = new Matrix();
    try (Agent agent = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000")) {
      agent.start();
      // its types come a moment after itself, and till then nothing may be saved by them
      await().until(() -> isTyped(agent));
      try (AsJava java = new AsJava(COLUMN, dubbo.port())) {
        MatrixRows.ALL.forEach(row -> matrix.add(Cell.of(row, COLUMN, agent.http(), java)));
      }
    }
    assertThat(matrix.wrong(COLUMN)).extracting(Cell::how).isEmpty();
    matrix.print("registered");
    assertThat(Matrix.documented("registered")).isEqualTo(matrix.shown(List.of(COLUMN)));
  }

  private static boolean isTyped(Agent agent) {
    Answer answer = agent.http().json(Samples.USERS, "search", "[{\"prefxi\":\"x\"}]");
    return answer.status() == 400 && answer.detail().contains("has no field 'prefxi'");
  }
}
