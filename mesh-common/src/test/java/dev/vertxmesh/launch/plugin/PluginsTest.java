package dev.vertxmesh.launch.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.plugin.FilterPlugin;
import dev.vertxmesh.testing.CompiledJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jars as they should be, and as they shouldn't. */
class PluginsTest {

  private static final String FILTER = "dev.vertxmesh.plugin.FilterPlugin";

  @TempDir private Path folder;

  @Test
  void whatAJarProvidesIsMadeAndToldItsSettings() throws IOException {
    try (Plugins plugins =
        Plugins.load(List.of(filter("Good", "good", "")), List.of("good.a=b=c"))) {
      assertThat(plugins.of(FilterPlugin.class)).hasSize(1).first().hasToString("{a=b=c}");
      assertThat(plugins.described()).hasSize(1).first().asString().endsWith(": good (Good)");
    }
  }

  @Test
  void aFileThatIsNotThereOrNoJarIsNamed() throws IOException {
    refuses("--plugin /no/such.jar: there is no such file", List.of("/no/such.jar"));
    Path text = Files.writeString(folder.resolve("text.jar"), "text");
    refuses("--plugin " + text + ": can't be read as a jar: ", List.of(text.toString()));
  }

  @Test
  void aJarThatProvidesNothingIsRefused() {
    String jar = CompiledJar.write(folder, "Idle", "public class Idle {}", Map.of());
    refuses("--plugin " + jar + ": provides nothing", List.of(jar));
  }

  @Test
  void soIsOneForAnotherKindOfAgent() {
    String jar =
        CompiledJar.write(
            folder, "Odd", "public class Odd {}", Map.of("dev.vertxmesh.plugin.NoSuch", "Odd"));
    refuses("dev.vertxmesh.plugin.NoSuch: this agent knows no such thing", List.of(jar));
  }

  @Test
  void aClassThatCannotBeMadeIsNamedWithTheCause() {
    String broken = "public Broken() { throw new IllegalStateException(\"no luck\"); }";
    refuses(
        "Broken could not be instantiated: java.lang.IllegalStateException: no luck",
        List.of(filter("Broken", "broken", broken)));
    String jar =
        CompiledJar.write(folder, "Gone", "public class Gone {}", Map.of(FILTER, "NotHere"));
    refuses("NotHere", List.of(jar));
  }

  @Test
  void twoOfAKindHaveTwoNames() {
    refuses(
        "Second: is called same, and so is another FilterPlugin",
        List.of(filter("First", "same", ""), filter("Second", "same", "")));
    refuses("Bad: is called 'Not So'", List.of(filter("Bad", "Not So", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mesh", "tri"})
  void noBackEndHasANameOfTheAgentsOwn(String name) {
    refuses(
        "Mine: is called %s, as is one of the agent's own, expected another name".formatted(name),
        List.of(kind("Mine", name)));
  }

  @Test
  void aBackEndOfItsOwnIsAmongThem() {
    try (Plugins plugins = Plugins.load(List.of(kind("Mine", "mine")), List.of())) {
      assertThat(plugins.backends("mesh-test")).extracting(BackendKind::name).contains("mine");
    }
  }

  private String kind(String type, String name) {
    String source =
        """
        import dev.vertxmesh.backend.*;
        public class %s implements BackendKind {
          public String name() { return "%s"; }
          public BackendFactory with(BackendSettings settings) { return null; }
        }
        """
            .formatted(type, name);
    return CompiledJar.write(
        folder, type, source, Map.of("dev.vertxmesh.backend.BackendKind", type));
  }

  @Test
  void aSettingThatNobodyKnowsIsRefused() {
    List<String> jars = List.of(filter("Good", "good", ""));
    refuses("--plugin-set: good.z is known to no plugin, expected a, b", jars, "good.z=1");
    refuses("other.a is known to no plugin, expected one that is called good", jars, "other.a=1");
    refuses("--plugin-set: has no name, expected NAME.SETTING=VALUE", jars, "a=b");
    refuses("good.a is given twice", jars, "good.a=1", "good.a=2");
    refuses("expected one that is called by --plugin", List.of(), "good.a=1");
  }

  @Test
  void aPluginMayRefuseItsSettings() {
    String wants =
        "public void configure(java.util.Map<String, String> given) {"
            + " throw new IllegalArgumentException(\"a is missing\"); }";
    refuses("Wants: a is missing", List.of(filter("Wants", "wants", wants)));
  }

  private void refuses(String words, List<String> jars, String... settings) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Plugins.load(jars, List.of(settings)))
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  private String filter(String type, String name, String more) {
    String configure =
        more.contains("configure")
            ? ""
            : " public void configure(java.util.Map<String, String> given) { told = given; }";
    String source =
        "public class %s implements dev.vertxmesh.plugin.FilterPlugin {".formatted(type)
            + " java.util.Map<String, String> told;"
            + " public String toString() { return told.toString(); }"
            + " public String name() { return \"%s\"; }".formatted(name)
            + " public java.util.Set<String> settings() { return java.util.Set.of(\"a\", \"b\"); }"
            + " public java.util.Set<dev.vertxmesh.plugin.AgentKind> agents() {"
            + " return java.util.Set.of(); }"
            + " public dev.vertxmesh.filter.Filter make(io.vertx.core.Vertx vertx) { return null; }"
            + configure
            + more
            + "}";
    return CompiledJar.write(folder, type, source, Map.of(FILTER, type));
  }
}
