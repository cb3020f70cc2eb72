package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Site;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Everything is started anew, one after the other, under load. Nobody has declared the method
 * idempotent.
 */
class RollingRestartIT {

  private static final int CALLS_A_SECOND = Integer.getInteger("mesh.restart.rate", 200);

  /** An agent that has just begun on a machine that is short of CPU refuses calls, rightly. */
  private static final String[] CALM = {"--queue-target", "0"};

  private static void losesNoCall(String release, Path folder, Function<Site, Node> restarted) {
    Provider provider = Provider.dubbo(release).agent(CALM);
    Mesh drawn =
        Mesh.in(folder).with(provider).with(provider).with(provider).consumer(CALM).underLoad();
    try (Mesh mesh = drawn.start()) {
      try (PacedTraffic traffic = PacedTraffic.through(mesh, CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        for (Site site : mesh.sites()) {
          restart(mesh, restarted.apply(site));
          traffic.awaitMore(CALLS_A_SECOND);
        }
        traffic.end();
        assertThat(traffic.failures()).as("of %d calls", traffic.answered()).isEmpty();
      }
    }
  }

  private static void restart(Mesh mesh, Node node) {
    node.terminate();
    node.process().awaitExit();
    node.start();
    await()
        .until(
            () ->
                mesh.openEndpoints() == mesh.sites().size()
                    && mesh.sites().stream().allMatch(site -> site.agent().isReady()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "3.3.6"})
  void ofProviderAgentsLosesNoCall(String release, @TempDir Path folder) {
    losesNoCall(release, folder, Site::agent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "2.7.23", "3.3.6"})
  void ofProvidersLosesNoCall(String release, @TempDir Path folder) {
    losesNoCall(release, folder, Site::dubbo);
  }
}
