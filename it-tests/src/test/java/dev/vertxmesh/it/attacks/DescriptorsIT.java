package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An agent that may have few files open, and more clients than that. The good caller keeps its
 * connection: a new one may be the oldest that has made no request yet.
 */
@Tag("attacks")
class DescriptorsIT {

  private static final int DESCRIPTORS = 256;
  private static final int CLIENTS = 400;

  private final List<Wire> silent = new ArrayList<>();

  @Test
  void whoIsInServiceAndTheAdminPortNoticeNothing() throws IOException {
    int port = Ports.free();
    String registry = "static:dubbo://127.0.0.1:%d/%s".formatted(port, Samples.HELLO);
    Agent agent =
        Agent.of("mesh-consumer", "--registry", registry)
            .descriptors(DESCRIPTORS)
            .jvm(List.of(Victim.MEMORY));
    FakeDubbo provider =
        FakeDubbo.on(port, (id, to) -> FakeDubbo.write(to, FakeDubbo.response(id, "9195")));
    try (provider;
        agent) {
      agent.start();
      Http kept = agent.http();
      await().until(() -> kept.hash("hello").status() == 200);
      Victim consumer = new Victim("consumer", agent);
      GoodCaller good = GoodCaller.calling(() -> assertIsAnswered(kept));
      for (int i = 0; i < CLIENTS; i++) {
        silent.add(Wire.to(agent.port()));
      }
      await().until(() -> agent.metrics().sum("mesh_callers_connection_ends_total") > 0);
      assertThat(agent.openFiles()).isLessThan(DESCRIPTORS);
      assertThat(agent.admin().get("/health/live").status()).isEqualTo(200);
      good.callOn();
      assertIsAnswered(agent.http()); // a new one: the oldest of the silent makes room
      good.leave();
      consumer.say();
      consumer.assertUnharmed();
    } finally {
      for (Wire wire : silent) {
        wire.close();
      }
    }
  }

  private static void assertIsAnswered(Http http) {
    assertThat(http.hash("hello").body()).isEqualTo("5");
  }
}
