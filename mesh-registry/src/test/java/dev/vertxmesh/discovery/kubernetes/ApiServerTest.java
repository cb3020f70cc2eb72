package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiServerTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close();
  }

  /** As who lists page by page does when its registry is closed meanwhile. */
  @Test
  void whoAsksAfterItWasClosedIsToldSo() {
    KubernetesUrl url =
        KubernetesUrl.parse(
            "shop/orders?api=http://127.0.0.1:1", new InPod(Map.of(), Path.of("none")));
    ApiServer server = new ApiServer(vertx, url, 1, () -> 0);
    server.close();
    assertThat(server.get("/", "anything").cause())
        .isInstanceOf(RegistryFailure.class)
        .hasMessage("the registry was closed");
    assertThat(server.probe().failed()).isTrue();
  }
}
