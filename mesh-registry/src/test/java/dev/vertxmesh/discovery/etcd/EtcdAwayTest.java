package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EtcdAwayTest {

  /** Whom an agent is told about that starts before its registry. */
  @Test
  void whereNothingIsKnownYetNothingStays() throws IOException {
    Vertx vertx = Vertx.vertx();
    Registry registry = Registries.open(vertx, "etcd://127.0.0.1:" + closedPort());
    try {
      registry.watch(instances -> {});
      await()
          .atMost(Duration.ofSeconds(100))
          .untilAsserted(
              () ->
                  assertThat(registry.problem())
                      .contains("the registry can't be read: ")
                      .endsWith("; no instance is known yet"));
    } finally {
      registry.close();
      vertx.close();
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
