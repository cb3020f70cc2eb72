package dev.vertxmesh.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {

  private static final long MILLI = 1_000_000;

  /** The clock may stand anywhere, and run over. */
  @ParameterizedTest
  @ValueSource(longs = {0, -5, 12_345, Long.MAX_VALUE - MILLI, Long.MIN_VALUE})
  void itPassesWhenItsTimeIsOverAndNotBefore(long now) {
    Deadline deadline = Deadline.after(3, now);
    assertThat(deadline.hasPassed(now + 3 * MILLI - 1)).isFalse();
    assertThat(deadline.hasPassed(now + 3 * MILLI)).isTrue();
    assertThat(deadline.isNone(now)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5, 12_345, Long.MAX_VALUE - MILLI, Long.MIN_VALUE})
  void aPartOfAMillisecondLeftIsOne(long now) {
    Deadline deadline = Deadline.after(3, now);
    assertThat(deadline.millisLeft(now)).isEqualTo(3);
    assertThat(deadline.millisLeft(now + 1)).isEqualTo(3);
    assertThat(deadline.millisLeft(now + MILLI)).isEqualTo(2);
    assertThat(deadline.millisLeft(now + 3 * MILLI - 1)).isEqualTo(1);
    assertThat(deadline.millisLeft(now + 3 * MILLI)).isZero();
    assertThat(deadline.millisLeft(now + 5 * MILLI)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5, 12_345, Long.MAX_VALUE - MILLI, Long.MIN_VALUE})
  void aCallMayHaveNone(long now) {
    Deadline none = Deadline.none(now);
    assertThat(none.isNone(now)).isTrue();
    assertThat(none.isNone(now + 1_000_000 * MILLI)).isTrue();
    assertThat(none.hasPassed(now)).isFalse();
  }
}
