package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets how many calls. */
class BalanceIT {

  @Test
  void callsAreSharedExactlyAsTheWeightsSay(@TempDir Path folder) {
    Provider provider = Provider.dubbo("2.6.12");
    Mesh drawn =
        Mesh.in(folder)
            .with(provider.weight(1))
            .with(provider.weight(2))
            .with(provider.weight(2))
            .consumer(
                "--balance", "round-robin", "--event-loops", "1"); // each loop counts for itself
    try (Mesh mesh = drawn.start()) {
      for (int i = 0; i < 500; i++) {
        assertThat(mesh.http().hash("hello").body()).isEqualTo("99162322");
      }
      assertThat(mesh.sites())
          .extracting(site -> site.agent().metrics().sum("mesh_calls_total", "outcome=\"ok\""))
          .containsExactly(100.0, 200.0, 200.0);
    }
  }
}
