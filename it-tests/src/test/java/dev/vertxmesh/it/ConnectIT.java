package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.ConnectPeers;
import dev.vertxmesh.it.harness.GrpcMesh;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients of Connect reach a gRPC server through both agents: those of its conformance suite, which
 * are connect-go's and grpc-go's, and connect-es.
 */
class ConnectIT {

  private static final Pattern SUM =
      Pattern.compile("Total cases: (\\d+)\\n(\\d+) passed, (\\d+) failed");

  @TempDir private static Path folder;
  private static ConnectPeers peers;
  private static GrpcMesh mesh;

  @BeforeAll
  static void start() {
    peers = new ConnectPeers(folder).start(ConnectPeers.MOST);
    mesh = new GrpcMesh(folder, peers.bridge()).underLoad().start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    if (peers != null) {
      peers.close();
    }
  }

  @Test
  void theConformanceSuitePasses() {
    Child suite = peers.conformance(mesh.consumer().port());
    int exitCode = suite.awaitExit();
    Matcher sum = SUM.matcher(suite.log());
    assertThat(sum.find()).as(suite.log()).isTrue();
    assertThat(exitCode).as(suite.log()).isZero();
    assertThat(Integer.parseInt(sum.group(1))).isGreaterThanOrEqualTo(1990);
    assertThat(sum.group(2)).as("passed").isEqualTo(sum.group(1));
    mesh.awaitIdle();
  }

  @Test
  void connectEsReachesAllKindsOfMethodsOverEveryTransport() {
    Child client = peers.connectEs(mesh.consumer().port());
    assertThat(client.awaitExit()).as(client.log()).isZero();
    assertThat(client.lines().stream().map(line -> line.split(", ", 2)[1]).distinct())
        .as(client.log())
        .containsExactlyInAnyOrder(
            "unary: 數學 eu 3",
            "get: got",
            "error: NotFound no such 訂單 1",
            "serverStream: abc",
            "late: DeadlineExceeded",
            "clientStream: sum of 3",
            "bidi: 12");
    assertThat(client.lines()).hasSize(41);
  }
}
