package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionConvertersTest {

  @Test
  void aFileHasToBeThere(@TempDir Path folder) {
    OptionConverters.Existing existing = new OptionConverters.Existing();
    assertThat(existing.convert(folder.toString())).isEqualTo(folder);
    assertThatThrownBy(() -> existing.convert(folder.resolve("no.jar").toString()))
        .hasMessage("a file or a folder that is there and can be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "https://shop.example.com", "http://127.0.0.1:8080", "app://x"})
  void anOriginIsASchemeAndAHost(String origin) {
    assertThat(new OptionConverters.Origin().convert(origin)).isEqualTo(origin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "shop.example.com", "https://a.example/", "https://a b", "**"})
  void whatIsNoOriginIsRefused(String text) {
    assertThatThrownBy(() -> new OptionConverters.Origin().convert(text))
        .hasMessageStartingWith("SCHEME://HOST or SCHEME://HOST:PORT without a path");
  }
}
