package dev.vertxmesh.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogsTest {

  @Test
  void anErrorIsALineOfThatLevelAndNotAWordInOne() {
    assertThat(Logs.isError("a: 2026-11-23T01:00:00.000Z ERROR link: something broke")).isTrue();
    assertThat(Logs.isError("a: 2026-11-23T01:00:00.000Z INFO  link: ERROR 5 was told")).isFalse();
  }

  @Test
  void whatEndsAThreadIsAnErrorToo() {
    assertThat(Logs.isError("a: Exception in thread \"main\" java.lang.Error")).isTrue();
  }
}
