package dev.vertxmesh.launch.log;

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
    assertThat(lines.admits("a", "1", 1)).isTrue();
    for (int i = 2; i < 1_000; i++) {
      assertThat(lines.admits("a", "" + i, 1)).isFalse();
    }
    assertThat(lines.admits("b", "x", 1)).isTrue();
    assertThat(lines.due()).isEmpty();
    pass(10);
    assertThat(lines.due()).containsExactly(new LogRateLimit.Summary("a", "999", 998));
    assertThat(lines.due()).isEmpty();
  }

  @Test
  void theCountTakesTheLinesPlaceInTheNextInterval() {
    lines.admits("a", "1", 1);
    lines.admits("a", "2", 1);
    pass(10);
    assertThat(lines.due()).hasSize(1);
    assertThat(lines.admits("a", "3", 1)).isFalse();
    pass(10);
    assertThat(lines.due()).containsExactly(new LogRateLimit.Summary("a", "3", 1));
    pass(10);
    assertThat(lines.admits("a", "4", 1)).isTrue();
  }

  @Test
  void aFewMayBeWrittenBeforeTheOthersAreCounted() {
    for (int i = 0; i < 256; i++) {
      assertThat(lines.admits("a", "" + i, 8)).isEqualTo(i < 8);
    }
    pass(10);
    assertThat(lines.due()).containsExactly(new LogRateLimit.Summary("a", "255", 248));
    for (int i = 0; i < 9; i++) { // the count was one of them
      assertThat(lines.admits("a", "" + i, 8)).isEqualTo(i < 7);
    }
    pass(10);
    assertThat(lines.due()).hasSize(1);
    pass(10);
    assertThat(lines.admits("a", "x", 8)).isTrue();
  }

  @Test
  void whatComesRarelyIsWritten() {
    for (int i = 0; i < 5; i++) {
      assertThat(lines.admits("a", "" + i, 1)).isTrue();
      pass(10);
    }
    assertThat(lines.due()).isEmpty();
  }

  @Test
  void theKindsThatAreRememberedAreBounded() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(lines.admits("kind " + i, "x", 1)).isTrue();
      assertThat(lines.admits("kind " + i, "y", 1)).isFalse();
    }
    pass(10);
    assertThat(lines.due()).hasSize(256);
  }
}
