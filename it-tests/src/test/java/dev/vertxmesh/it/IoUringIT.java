package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.netty.channel.uring.IoUring;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both agents with {@code --transport io_uring}, where the kernel has it for us. */
class IoUringIT {

  private static final String[] IO_URING = {"--transport", "io_uring"};
  private static final int LARGE = 1 << 20;
  private static final int AT_ONCE = 40;

  @Test
  void callsAreAnsweredAndALostProviderIsFoundAgain(@TempDir Path folder) {
    assumeTrue(IoUring.isAvailable(), () -> "no io_uring here: " + IoUring.unavailabilityCause());
    Mesh drawn = Mesh.in(folder).with(Provider.dubbo("2.6.12").agent(IO_URING)).consumer(IO_URING);
    try (Mesh mesh = drawn.start()) {
      assertThat(List.of(mesh.consumer(), mesh.providerAgent()))
          .allSatisfy(
              agent -> assertThat(agent.topology().getString("transport")).isEqualTo("io_uring"));
      assertAnswers(mesh);
      assertAnswersAMegabyte(mesh);
      mesh.dubbo().kill();
      mesh.dubbo().start();
      await().untilAsserted(() -> assertAnswers(mesh)); // each event loop finds it by itself
    }
  }

  /** Many at once, on connections of their own. */
  private static void assertAnswers(Mesh mesh) {
    List<CompletableFuture<Answer>> calls =
        IntStream.range(0, AT_ONCE)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> mesh.http().hash("hello")))
            .toList();
    assertThat(calls)
        .extracting(CompletableFuture::join)
        .extracting(Answer::body)
        .containsOnly("99162322");
  }

  private static void assertAnswersAMegabyte(Mesh mesh) {
    String large = "\"" + "x".repeat(LARGE) + "\"";
    Answer answer = mesh.http().json(USERS, "echo", "[" + large + "]");
    assertThat(answer.status()).as("%.200s", answer).isEqualTo(200);
    assertThat(answer.body()).hasSize(large.length());
  }
}
