package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A consumer agent all of whose calls are strict, before providers whose values get lost. */
class StrictIT {

  private static final String LOSES_A_NULL = "withNullValue";
  private static final String WHOLE = "\"nobody\":null";

  @TempDir private Path folder;

  private Mesh mesh(String release, String serialization) {
    Provider provider = Provider.dubbo(release).serialization(serialization).api();
    return Mesh.in(folder).with(provider).consumer("--strict").start();
  }

  @ParameterizedTest
  @CsvSource({"2.7.23, fastjson", "3.3.6, fastjson2"})
  void aProviderThatReadsHessian2GetsIt(String release, String serialization) {
    try (Mesh mesh = mesh(release, serialization)) {
      assertThat(mesh.http().json(USERS, LOSES_A_NULL, "[]").body()).contains(WHOLE);
      assertThat(mesh.http().json(USERS, "ofUnits", "[[97,55357,98]]").body())
          .isEqualTo("\"a\\uD83Db\"");
    }
  }

  @Test
  void aProviderThatAnswersInFastjsonIsNotAskedUnlessTheCallerSaysSo() {
    try (Mesh mesh = mesh("2.6.12", "fastjson")) {
      Answer refused = mesh.http().json(USERS, LOSES_A_NULL, "[]");
      assertThat(refused.status()).isEqualTo(502);
      assertThat(refused.body())
          .contains("strict: the provider answers in another serialization than hessian2");
      Answer lax = mesh.http().json(USERS, LOSES_A_NULL, "[]", "x-mesh-strict", "false");
      assertThat(lax.status()).isEqualTo(200);
      assertThat(lax.body()).contains("\"Ann\"").doesNotContain("nobody");
    }
  }
}
