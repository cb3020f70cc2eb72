package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Strangers;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider and a consumer of PyPI's apache-dubbo, over tri. */
class PythonTripleIT {

  private static final Pattern READY = Pattern.compile("^ready: python tri on");

  private static int port;
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    port = Ports.free();
    Strangers.python("tri.py", "serve", "" + port).awaitLine(READY);
    mesh = new GrpcMesh(folder, port, List.of("dev.vertxmesh.strangers.Echo")).start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
  }

  private static List<String> answers(int address) {
    Child consumer = Strangers.python("tri.py", "call", "127.0.0.1:" + address);
    assertThat(consumer.awaitExit()).as("%s", consumer.log()).isZero();
    return consumer.lines().stream().filter(line -> line.startsWith("answer ")).toList();
  }

  @Test
  void itsConsumerFindsTheSameAsWithoutTheMesh() {
    assertThat(answers(mesh.consumer().port()))
        .hasSize(7)
        .contains("answer unary: 010203", "answer large: 200000 characters")
        .contains("answer server stream: 6162632c6162632c616263", "answer both ways: 612c622c63")
        .isEqualTo(answers(port));
    mesh.awaitIdle();
  }
}
