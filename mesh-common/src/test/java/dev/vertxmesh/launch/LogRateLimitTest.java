package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogRateLimitTest {

  private long now;
  private final LogRateLimit lines = new LogRateLimit(() -> now);

  private void pass(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void oneOfAKindIsWrittenAndTheOthersAreCounted() {
    assertThat(lines.admits("a", "1")).isTrue();
    for (int i = 2; i < 1_000; i++) {
      assertThat(lines.admits("a", "" + i)).isFalse();
    }
    assertThat(lines.admits("b", "x")).isTrue();
    assertThat(lines.due()).isEmpty();
    pass(10);
    assertThat(lines.due()).containsExactly(new LogRateLimit.Summary("a", "999", 998));
    assertThat(lines.due()).isEmpty();
  }

  @Test
  void theCountTakesTheLinesPlaceInTheNextInterval() {
    lines.admits("a", "1");
    lines.admits("a", "2");
    pass(10);
    assertThat(lines.due()).hasSize(1);
    assertThat(lines.admits("a", "3")).isFalse();
    pass(10);
    assertThat(lines.due()).containsExactly(new LogRateLimit.Summary("a", "3", 1));
    pass(10);
    assertThat(lines.admits("a", "4")).isTrue();
  }

  @Test
  void whatComesRarelyIsWritten() {
    for (int i = 0; i < 5; i++) {
      assertThat(lines.admits("a", "" + i)).isTrue();
      pass(10);
    }
    assertThat(lines.due()).isEmpty();
  }

  @Test
  void theKindsThatAreRememberedAreBounded() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(lines.admits("kind " + i, "x")).isTrue();
      assertThat(lines.admits("kind " + i, "y")).isFalse();
    }
    pass(10);
    assertThat(lines.due()).hasSize(256);
  }
}
