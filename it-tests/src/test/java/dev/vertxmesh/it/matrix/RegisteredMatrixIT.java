package dev.vertxmesh.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of a provider that has registered itself in ZooKeeper, without its API: types are
 * known by what it has written there.
 */
class RegisteredMatrixIT {

  private static final Column COLUMN = new Column("3.3.6", "hessian2", false);

  /** Rows that aren't right: 6 with the API, and 17 with neither. */
  private static final int MOST = 8;

  @Test
  void theRegistrysTypesGetMoreThroughThanNone(@TempDir Path folder) {
    Matrix matrix = new Matrix();
    try (ZooKeepers zookeeper = new ZooKeepers(folder.resolve("data"), 1).start()) {
      Provider provider =
          Provider.dubbo(COLUMN.release()).registered(zookeeper.dubboUrl(), "all", "local");
      String registry = "zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts());
      try (DubboServer dubbo = new DubboServer(provider, Ports.free());
          Agent agent = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000")) {
        dubbo.start();
        agent.start();
        // its types come a moment after itself
        await()
            .until(
                () -> agent.http().json(Samples.USERS, "save", "[{\"nmae\":1}]").status() == 400);
        try (AsJava java = new AsJava(COLUMN, dubbo.port())) {
          MatrixRows.ALL.forEach(row -> matrix.add(Cell.of(row, COLUMN, agent.http(), java)));
        }
      }
    }
    assertThat(matrix.wrong(COLUMN)).extracting(Cell::how).isEmpty();
    assertThat(matrix.besidesRight(COLUMN))
        .extracting(cell -> cell.row().name())
        .hasSizeLessThanOrEqualTo(MOST);
  }
}
