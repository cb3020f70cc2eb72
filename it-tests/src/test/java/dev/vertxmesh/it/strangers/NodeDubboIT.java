package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Strangers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** npm's clients for Dubbo's protocol, which write hessian2 by a library of their own. */
class NodeDubboIT {

  private static Mesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).consumer("--dubbo-port", "0").start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
  }

  private static List<String> answers(String library, int port) {
    Child client = Strangers.node("dubbo.js", library, "127.0.0.1:" + port);
    assertThat(client.awaitExit()).as("%s", client.log()).isZero();
    return client.lines().stream().filter(line -> line.startsWith("answer ")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dubbo2.js", "apache-dubbo-js"})
  void theirCallersFindTheSameAsWithoutTheMesh(String library) {
    List<String> through = answers(library, mesh.consumer().dubboPort());
    List<String> straight = answers(library, mesh.dubbo().port());
    assertThat(through)
        .hasSize(7)
        .contains("answer hash: 99162322", "answer echo: \"tea\"", "answer together: 50")
        .filteredOn(line -> !line.contains(": error "))
        .isEqualTo(straight.stream().filter(line -> !line.contains(": error ")).toList());
    assertThat(through)
        .filteredOn(line -> line.contains(": error "))
        .hasSize((int) straight.stream().filter(line -> line.contains(": error ")).count());
  }
}
