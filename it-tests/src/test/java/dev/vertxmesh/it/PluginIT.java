package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Jars;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.testing.CompiledJar;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents with jars of somebody else's, before a real Dubbo provider. */
class PluginIT {

  @TempDir private Path folder;

  @Test
  void theSamplesFilterAsksForItsHeader() {
    Mesh started =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer("--plugin", Jars.plugin(), "--plugin-set", "api-keys.key=open-sesame")
            .start();
    try (Mesh mesh = started) {
      assertThat(mesh.http().hash("a").status()).isEqualTo(403);
      Answer refused = mesh.http().json(HELLO, "hash", "[\"a\"]", "x-api-key", "guessed");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("x-api-key: expected the key of this shop", "api-keys");
      assertThat(mesh.http().hash("a", "x-api-key", "open-sesame").body()).isEqualTo("97");
      assertThat(mesh.consumer().topology().getJsonArray("plugins").getString(0))
          .endsWith("sample-plugin.jar: api-keys (dev.vertxmesh.samples.plugin.ApiKeys)");
    }
  }

  @Test
  void aRegistryOfItsOwnIsOpenedAndAPickerOfItsOwnPicks() {
    String places =
        CompiledJar.write(
            folder,
            "Places",
            """
            import dev.vertxmesh.discovery.*;
            import io.vertx.core.Vertx;
            import java.util.function.Function;
            public class Places implements RegistryScheme {
              public String name() { return "places"; }
              public String syntax() { return "places:FOLDER"; }
              public Function<Vertx, Registry> parse(String rest) {
                return Registries.parse("file:" + rest, Registries.own());
              }
            }
            """,
            Map.of("dev.vertxmesh.discovery.RegistryScheme", "Places"));
    String last =
        CompiledJar.write(
            folder,
            "Last",
            """
            import dev.vertxmesh.picker.*;
            import java.util.List;
            import java.util.random.RandomGenerator;
            public class Last implements dev.vertxmesh.plugin.PickerPlugin {
              public String name() { return "last"; }
              public <C extends Candidate> CandidatePicker<C> make(
                  List<C> all, RandomGenerator random) {
                return key -> all.stream()
                    .filter(Candidate::isUsable)
                    .reduce((a, b) -> a.address().compareTo(b.address()) > 0 ? a : b)
                    .orElse(null);
              }
            }
            """,
            Map.of("dev.vertxmesh.plugin.PickerPlugin", "Last"));
    Mesh meshes =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12").agent("--plugin", places))
            .with(Provider.dubbo("2.6.12").agent("--plugin", places))
            .consumer("--plugin", places + "," + last, "--balance", "last")
            .registry("places:" + folder.resolve("registry"));
    try (Mesh mesh = meshes.start()) {
      for (int call = 0; call < 20; call++) {
        assertThat(mesh.http().hash("a").status()).isEqualTo(200);
      }
      assertThat(
              mesh.sites().stream()
                  .map(site -> (long) site.agent().metrics().sum("mesh_calls_total"))
                  .sorted())
          .containsExactly(0L, 20L);
    }
  }
}
