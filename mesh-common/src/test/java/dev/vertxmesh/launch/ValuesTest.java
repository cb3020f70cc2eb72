package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesTest {

  @Test
  void aFileHasToBeThere(@TempDir Path folder) {
    Values.Existing existing = new Values.Existing();
    assertThat(existing.convert(folder.toString())).isEqualTo(folder);
    assertThatThrownBy(() -> existing.convert(folder.resolve("no.jar").toString()))
        .hasMessage("a file or a folder that is there and can be read");
  }
}
