package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.RegistryFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {

  private static final int LARGEST = 65_536;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("token");
  }

  private String read(String text) throws IOException {
    Files.writeString(file, text);
    return new TokenFile(file).read();
  }

  @Test
  void aTokenIsReadWithoutTheBlanksAroundIt() throws IOException {
    assertThat(read("eyJh.x_-\n")).isEqualTo("eyJh.x_-");
    assertThat(read("a".repeat(LARGEST))).hasSize(LARGEST);
    assertThat(new TokenFile(null).read()).isEmpty();
  }

  @Test
  void aLargerFileIsRefusedByItsName() {
    assertThatThrownBy(() -> read("a".repeat(LARGEST + 1)))
        .isInstanceOf(RegistryFailure.class)
        .hasMessage("the token's file " + file + " is larger than 65536 bytes");
  }

  @Test
  void whatIsNoTokenIsNotRepeated() {
    for (String text : new String[] {"", "two words", "caf\u00e9"}) {
      assertThatThrownBy(() -> read(text))
          .hasMessage("the token's file " + file + " has no token, or more than that");
    }
    assertThatThrownBy(() -> new TokenFile(folder.resolve("none")).read())
        .hasMessageContaining("can't be read; in a pod, expected automountServiceAccountToken");
  }
}
