package dev.vertxmesh.access.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedNamesTest {

  @Test
  void withoutAListAllPasses() {
    assertThat(AllowedNames.ALL.passes("anything")).isTrue();
    assertThat(AllowedNames.ALL.names("dubbo.tag")).isFalse();
  }

  @Test
  void aListHasNamesAndBeginningsWhateverTheirCase() {
    AllowedNames list = new AllowedNames(List.of("Dubbo.Tag", "x-Trace-*"));
    assertThat(list.passes("dubbo.tag")).isTrue();
    assertThat(list.passes("x-trace-id")).isTrue();
    assertThat(list.passes("x-trace")).isFalse();
    assertThat(list.names("dubbo.tag")).isTrue();
    assertThat(list.names("x-trace-id")).as("by its whole name").isFalse();
    assertThat(new AllowedNames(List.of("*")).passes("anything")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a*b", "**", "é", "path", "Generic"})
  void whatIsNoNameIsRefused(String pattern) {
    assertThatThrownBy(() -> new AllowedNames(List.of(pattern)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
