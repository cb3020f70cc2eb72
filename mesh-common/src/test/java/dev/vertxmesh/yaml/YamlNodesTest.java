package dev.vertxmesh.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

class YamlNodesTest {

  private static final int FEW = 1_000;

  @TempDir Path folder;

  private static Node compose(String text) {
    return new BoundedNodes(new LoaderOptions(), FEW).compose(new StringReader(text));
  }

  @Test
  void asManyNodesAsFitAreMade() {
    assertThat(((SequenceNode) compose("- a\n".repeat(FEW - 10))).getValue()).hasSize(FEW - 10);
  }

  @Test
  void moreAreRefusedBeforeTheyAreMade() {
    assertThatThrownBy(() -> compose("- a\n".repeat(FEW)))
        .isInstanceOf(YAMLException.class)
        .hasMessageContaining("more than 1000 names, values, lists and mappings");
  }

  /** Nine lists of nine of the one before would be met by who reads them a billion times. */
  @Test
  void aListIsTheSameAsAnotherAFewTimesAtMost() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 9; i++) {
      String alias = "*a" + (i - 1);
      laughs.append("a%d: &a%d [".formatted(i, i)).append((alias + ",").repeat(8));
      laughs.append(alias).append("]\n");
    }
    assertThatThrownBy(() -> compose(laughs.toString()))
        .isInstanceOf(YAMLException.class)
        .hasMessageContaining("aliases");
  }

  @Test
  void whatIsNoYamlIsSaidWithItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("rules.yaml"), "a: b\nc: [\n");
    assertThatThrownBy(() -> new YamlNodes(file).root()).hasMessageContaining("rules.yaml:3");
  }
}
