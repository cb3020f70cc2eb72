package dev.vertxmesh.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {

  @Test
  void isReadAsNameAndValue() {
    assertThat(Tag.parse("zone=a=b")).isEqualTo(new Tag("zone", "a=b"));
    assertThat(Tag.parse("canary=")).isEqualTo(new Tag("canary", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zone", "=a", "a b=c", "a=b\nc", "a=b,c"})
  void isRefusedIfItCannotBeWrittenDown(String text) {
    assertThatThrownBy(() -> Tag.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ofManyTheWrongOneIsNamed() {
    assertThatThrownBy(() -> Tag.check(Map.of("zone", "a", "no way", "b")))
        .hasMessageStartingWith("'no way' is 'b', expected a name of 1 to 63 letters");
  }

  @Test
  void thereIsAnEndToThem() {
    Map<String, String> tags = new HashMap<>();
    for (int i = 0; i < 51; i++) {
      tags.put("t" + i, "");
    }
    assertThatThrownBy(() -> Tag.check(tags)).hasMessage("51 tags, expected at most 50");
    tags.remove("t7");
    assertThat(Tag.check(tags)).hasSize(50);
  }
}
