package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More calls at once than a provider has threads. */
class AdmissionIT {

  private static final int LIMIT = 16;
  private static final int AT_ONCE = 100;
  private static final int WAVES = 5;

  @ParameterizedTest(name = "dubbo {0}")
  @ValueSource(strings = {"2.6.12", "3.3.6"})
  void whatIsOverTheLimitIsRefusedBeforeTheProvidersPoolIs(String release, @TempDir Path folder) {
    // a machine that's short of CPU is another reason for refusals
    String[] calm = {"--queue-target", "0"};
    Provider provider =
        Provider.dubbo(release).threads(20).limit(LIMIT).delayMillis(500).agent(calm);
    try (Mesh mesh = Mesh.in(folder).with(provider).consumer(calm).start()) {
      Http http = Http.http2(mesh.consumer().port()); // all of a wave come within a millisecond
      assertThat(http.hash("hello").status()).isEqualTo(200);
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i < WAVES; i++) {
        answers.addAll(wave(http));
      }
      List<Answer> refused = answers.stream().filter(answer -> answer.status() != 200).toList();

      assertThat(answers.size() - refused.size()).isGreaterThanOrEqualTo(2 * LIMIT * WAVES);
      assertThat(refused).isNotEmpty().allSatisfy(AdmissionIT::isARefusal);
      assertThat(mesh.providerAgent().metrics().sum("mesh_refusals_total", "reason=\"limit\""))
          .isEqualTo(refused.size());
      assertThat(mesh.consumer().metrics().sum("mesh_calls_total", "outcome=\"refused\""))
          .isEqualTo(refused.size());
      assertThat(mesh.dubbo().process().log()).doesNotContainIgnoringCase("exhausted");
    }
  }

  private static List<Answer> wave(Http http) {
    return Stream.generate(() -> http.formAsync(Samples.HELLO, "hash", Samples.STRING, "hello"))
        .limit(AT_ONCE)
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private static void isARefusal(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(503);
    assertThat(answer.header("retry-after")).isEqualTo("1");
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:refused");
    assertThat(answer.problem().getString("retry")).isEqualTo("safe");
    assertThat(answer.detail()).contains("which is the limit").doesNotContain("thread pool");
  }
}
