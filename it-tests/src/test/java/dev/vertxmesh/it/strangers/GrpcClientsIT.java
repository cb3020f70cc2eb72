package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Strangers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** grpc-go's server of the interoperability tests, and clients of Go, Node, browsers and Python. */
class GrpcClientsIT {

  /** The service by which grpc-go's server tells its load between calls. */
  private static final String LOADS = "xds.service.orca.v3.OpenRcaService";

  private static final String BY_LOADS =
      "-service_config_json={\"loadBalancingConfig\":[{\"test_backend_metrics_load_balancer\":{}}]}";

  private static int port;
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    port = Ports.free();
    Strangers.go("server", "-port", "" + port);
    mesh = new GrpcMesh(folder, port, List.of(GrpcServer.TEST_SERVICE, LOADS)).start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
  }

  @AfterEach
  void nothingIsLeftOfAnyCall() {
    mesh.awaitIdle();
  }

  private static List<String> answers(Child client) {
    assertThat(client.awaitExit()).as("%s", client.log()).isZero();
    return client.lines().stream().filter(line -> line.startsWith("answer ")).toList();
  }

  private static void assertSame(IntFunction<Child> client) {
    assertThat(answers(client.apply(mesh.consumer().port())))
        .hasSize(11)
        .contains("answer together: 50")
        .anyMatch(line -> line.startsWith("answer refused: ") && line.contains("not you"))
        .isEqualTo(answers(client.apply(port)));
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
        "orca_per_rpc",
        "orca_oob",
        "rpc_soak",
        "channel_soak"
      })
  void theCaseOfGrpcGoPasses(String testCase) {
    Child client =
        Strangers.go(
            "client",
            "-server_host=127.0.0.1",
            "-server_port=" + mesh.consumer().port(),
            "-test_case=" + testCase,
            "-soak_iterations=5",
            "-soak_overall_timeout_seconds=300",
            "-soak_per_iteration_max_acceptable_latency_ms=300000",
            testCase.startsWith("orca") ? BY_LOADS : "-service_config_json=");
    assertThat(client.awaitExit()).as("%s", client.log()).isZero();
  }

  @Test
  void grpcJsFindsTheSameAsWithoutTheMesh() {
    assertSame(at -> Strangers.node("grpc.js", "grpc-js", "127.0.0.1:" + at));
  }

  @Test
  void grpcioFindsTheSameAsWithoutTheMesh() {
    assertSame(at -> Strangers.python("grpc_calls.py", "127.0.0.1:" + at));
  }

  @Test
  void grpcWebsOwnClientCallsAndReadsStreams() {
    Child client = Strangers.node("grpc.js", "grpc-web", "127.0.0.1:" + mesh.consumer().port());
    assertThat(answers(client))
        .containsExactly(
            "answer text empty: 0",
            "answer text unary: 100008",
            "answer text refused: error 7 not you",
            "answer text no method: error 12",
            "answer text server stream: [7,200008,2]",
            "answer binary empty: 0",
            "answer binary unary: 100008",
            "answer binary refused: error 7 not you",
            "answer binary no method: error 12");
  }
}
