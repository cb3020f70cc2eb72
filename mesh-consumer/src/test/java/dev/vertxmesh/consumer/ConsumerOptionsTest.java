package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerOptionsTest {

  private final ConsumerOptions.Interfaces interfaces = new ConsumerOptions.Interfaces();

  @Test
  void interfacesAreNamedByPatterns() {
    assertThat(interfaces.convert("com.x.*")).isEqualTo("com.x.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "com/x", "com. x", "a\tb"})
  void whatIsNoPatternIsRefusedAsASetting(String pattern) {
    assertThatThrownBy(() -> interfaces.convert(pattern))
        .hasMessage("names of interfaces, such as com.x.Orders or com.x.*");
  }
}
