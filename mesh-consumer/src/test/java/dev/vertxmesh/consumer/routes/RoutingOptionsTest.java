package dev.vertxmesh.consumer.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoutingOptionsTest {

  @TempDir private Path folder;

  @Test
  void tagsAreReadWhereverRulesMayComeFrom() {
    assertThat(new RoutingOptions().header()).isEqualTo("x-mesh-tag");
  }

  @Test
  void rulesAreInAFolderAndNotInAFile() throws IOException {
    RoutingOptions.Folder converter = new RoutingOptions.Folder();
    assertThat(converter.convert(folder.toString())).isEqualTo(folder);
    Path file = Files.writeString(folder.resolve("shop.tag-router.yaml"), "tags: []");
    assertThatThrownBy(() -> converter.convert(file.toString()))
        .hasMessage("a folder, and not a single file");
    assertThatThrownBy(() -> converter.convert(folder.resolve("none").toString()))
        .hasMessageContaining("that is there and can be read");
  }
}
