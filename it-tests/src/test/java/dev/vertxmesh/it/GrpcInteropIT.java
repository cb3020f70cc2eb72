package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases that all implementations of gRPC are tested with, from grpc-java's client through both
 * agents to grpc-java's server. Those that need credentials of a cloud are left out.
 */
class GrpcInteropIT {

  private static final GrpcServer SERVER = GrpcServer.interop();
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    SERVER.start();
    mesh = new GrpcMesh(folder, SERVER, "--max-message", "" + (16 << 20)).start();
  }

  @AfterAll
  static void close() {
    mesh.close();
    SERVER.close();
  }

  @AfterEach
  void nothingIsLeftOfAnyCall() {
    mesh.awaitIdle();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "empty_unary",
        "large_unary",
        "client_streaming",
        "server_streaming",
        "ping_pong",
        "empty_stream",
        "custom_metadata",
        "status_code_and_message",
        "special_status_message",
        "unimplemented_method",
        "unimplemented_service",
        "cancel_after_begin",
        "cancel_after_first_response",
        "timeout_on_sleeping_server",
        "client_compressed_unary_noprobe",
        "client_compressed_streaming_noprobe",
        "server_compressed_unary",
        "server_compressed_streaming",
        "very_large_request"
      })
  void theCasePasses(String testCase) {
    Child client = GrpcServer.runCase(mesh.consumer().port(), testCase);
    assertThat(client.awaitExit()).as("%s", client.log()).isZero();
  }

  /** These ask for a refusal that grpc-java's server doesn't make. */
  @ParameterizedTest
  @ValueSource(strings = {"client_compressed_unary", "client_compressed_streaming"})
  void whatItsOwnServerFailsIsTheSameThroughTheMesh(String testCase) {
    Child straight = GrpcServer.runCase(SERVER.port(), testCase);
    Child through = GrpcServer.runCase(mesh.consumer().port(), testCase);
    assertThat(through.awaitExit()).as("%s", through.log()).isEqualTo(straight.awaitExit());
    assertThat(through.lines().get(1)).isEqualTo(straight.lines().get(1));
  }

  @Test
  void theServersOwnAnswersCountAsAnswers() {
    Child client = GrpcServer.runCase(mesh.consumer().port(), "status_code_and_message");
    assertThat(client.awaitExit()).isZero();
    String service = "service=\"" + GrpcServer.TEST_SERVICE + "\"";
    assertThat(mesh.consumer().metrics().sum("mesh_calls_total", service, "outcome=\"exception\""))
        .isPositive();
    assertThat(mesh.consumer().metrics().sum("mesh_calls_total", "outcome=\"internal\"")).isZero();
  }
}
