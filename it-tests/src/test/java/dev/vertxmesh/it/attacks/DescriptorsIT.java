package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that may have few files open, and more clients than that. */
@Tag("attacks")
class DescriptorsIT {

  private static final int DESCRIPTORS = 256;
  private static final int CLIENTS = 400;
  private static final String GET = "GET / HTTP/1.1\r\nHost: it\r\n\r\n";

  @Test
  void whoIsInServiceAndTheAdminPortNoticeNothing(@TempDir Path folder) throws IOException {
    Agent agent =
        Agent.of("mesh-consumer", "--registry", "file:" + folder).descriptors(DESCRIPTORS);
    List<Wire> silent = new ArrayList<>();
    try (agent) {
      agent.start();
      Wire served = Wire.to(agent.port());
      served.send(GET);
      assertThat(served.answer().status()).isEqualTo(405);
      for (int i = 0; i < CLIENTS; i++) {
        silent.add(Wire.to(agent.port()));
      }
      await().until(() -> agent.metrics().sum("mesh_callers_connection_ends_total") > 0);
      assertThat(agent.openFiles()).isLessThan(DESCRIPTORS);
      assertThat(agent.admin().get("/health/live").status()).isEqualTo(200);
      served.send(GET);
      assertThat(served.answer().status()).isEqualTo(405);
      Wire another = Wire.to(agent.port()); // the oldest of the silent makes room
      another.send(GET);
      assertThat(another.answer().status()).isEqualTo(405);
      served.close();
      another.close();
    } finally {
      for (Wire wire : silent) {
        wire.close();
      }
    }
  }
}
