package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A link that nobody calls is closed, and made anew for whoever calls then. */
class IdleLinksIT {

  private static final int AT_ONCE = 20;

  private static String state(Mesh mesh) {
    return mesh.consumer()
        .topology()
        .getJsonArray("services")
        .getJsonObject(0)
        .getJsonArray("endpoints")
        .getJsonObject(0)
        .getString("state");
  }

  @Test
  void aCallAfterAWhileFindsTheLinkAgain(@TempDir Path folder) {
    Mesh drawn = Mesh.in(folder).with(Provider.dubbo("2.6.12")).consumer("--link-idle", "2000");
    try (Mesh mesh = drawn.startAgents()) {
      mesh.dubbo().start();
      await().until(() -> mesh.http().hash("hello").body().equals("99162322"));
      await().until(() -> state(mesh).equals("asleep"));
      await().until(() -> mesh.providerAgent().metrics().sum("mesh_links") == 0);
      List<CompletableFuture<Answer>> calls =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> mesh.http().hash("hello")))
              .limit(AT_ONCE)
              .toList();
      assertThat(calls)
          .extracting(CompletableFuture::join)
          .extracting(Answer::body)
          .containsOnly("99162322");
    }
  }
}
