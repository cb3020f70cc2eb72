package dev.vertxmesh.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

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
}
