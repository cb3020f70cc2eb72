package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that has a group and a version is another one than the service without. */
class GroupAndVersionIT {

  @ParameterizedTest(name = "dubbo {0}")
  @ValueSource(strings = {"2.6.12", "3.3.6"})
  void groupAndVersionAreTakenFromTheHeaders(String release, @TempDir Path folder) {
    Provider provider = Provider.dubbo(release).group("blue").version("1.2.0");
    try (Mesh mesh = Mesh.in(folder).with(provider).start()) {
      Answer right = hash(mesh, "x-mesh-group", "blue", "x-mesh-version", "1.2.0");
      assertThat(right.body()).isEqualTo("99162322");

      Answer wrong = hash(mesh, "x-mesh-group", "blue", "x-mesh-version", "1.3.0");
      assertThat(wrong.status()).isEqualTo(404);
      assertThat(wrong.detail())
          .isEqualTo(
              "no service %s:1.3.0@blue is registered; there is %s:1.2.0@blue"
                  .formatted(HELLO, HELLO));
      assertThat(hash(mesh).status()).isEqualTo(404);
    }
  }

  private static Answer hash(Mesh mesh, String... headers) {
    return mesh.http().form(HELLO, "hash", STRING, "hello", headers);
  }
}
