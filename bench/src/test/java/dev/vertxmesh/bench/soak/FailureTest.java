package dev.vertxmesh.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import org.junit.jupiter.api.Test;

class FailureTest {

  @Test
  void aProblemHasTheMeshsWord() {
    assertThat(Failure.http(503, "{\"type\":\"urn:vertx-mesh:lost\"}").type()).isEqualTo("lost");
    assertThat(Failure.http(502, "<html>").type()).isEqualTo("http-502");
  }

  @Test
  void dubbosReasonEndsWithIt() {
    String reason = "Not found exported service: x (no-service, mesh-consumer)";

    assertThat(Failure.dubbo(70, reason).type()).isEqualTo("no-service");
    assertThat(Failure.dubbo(80, "it broke").type()).isEqualTo("dubbo-80");
  }

  @Test
  void anAgentThatIsShortOfCpuSaysSoInEachProtocol() {
    String said = "mesh-consumer: " + CallFailure.SHORT_OF_CPU + " (mesh-consumer, id 1)";

    assertThat(Failure.http(503, said).type()).isEqualTo(Failure.SHORT_OF_CPU);
    assertThat(Failure.dubbo(100, said).type()).isEqualTo(Failure.SHORT_OF_CPU);
    assertThat(new Failure("grpc-8", said).type()).isEqualTo(Failure.SHORT_OF_CPU);
  }
}
