package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineWheelTest {

  private static final long TICK = 10;

  private int begun;
  private long now = Long.MAX_VALUE - 500; // the clock may run over, as nanoTime may
  private final DeadlineWheel wheel = new DeadlineWheel(8, TICK, () -> now, () -> begun++);
  private final List<String> fired = new ArrayList<>();

  @Test
  void firesWhatIsDueNeverEarlyAndAtMostATickLate() {
    Random random = new Random(5);
    List<Long> lateness = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      long due = now + random.nextInt(3_000);
      wheel.set(due, () -> lateness.add(now - due));
    }
    while (!wheel.isEmpty()) {
      now += TICK;
      wheel.advance();
    }
    assertThat(lateness).hasSize(1_000).allMatch(late -> late >= 0 && late <= 2 * TICK);
  }

  @Test
  void firesEverythingAfterALongPause() {
    for (int i = 1; i <= 20; i++) {
      set("t" + i, i * TICK);
    }
    now += 1_000_000;
    wheel.advance();
    assertThat(fired).hasSize(20);
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void doesNotFireWhatWasTakenBack() {
    DeadlineWheel.Timer first = set("first", TICK);
    set("second", TICK);
    DeadlineWheel.Timer third = set("third", TICK);
    wheel.cancel(first);
    wheel.cancel(third);
    wheel.cancel(third);
    assertThat(wheel.size()).isEqualTo(1);
    pass(5 * TICK);
    assertThat(fired).containsExactly("second");
  }

  @Test
  void aTimerMayTakeAnotherBackAndSetANewOne() {
    DeadlineWheel.Timer[] other = new DeadlineWheel.Timer[1];
    other[0] = set("other", TICK);
    wheel.set(
        now + TICK,
        () -> {
          wheel.cancel(other[0]);
          set("new", TICK);
        });
    pass(10 * TICK);
    assertThat(fired).containsExactly("new");
  }

  @Test
  void whatHasPassedFiresAtTheNextTick() {
    set("late", -100);
    assertThat(fired).isEmpty();
    pass(2 * TICK);
    assertThat(fired).containsExactly("late");
  }

  @Test
  void goesOnAfterItWasEmptyForLong() {
    now += 12_345;
    set("x", 3 * TICK);
    pass(2 * TICK);
    assertThat(fired).isEmpty();
    pass(3 * TICK);
    assertThat(fired).containsExactly("x");
  }

  @Test
  void tellsWheneverItHasToBeTurned() {
    set("x", TICK);
    set("y", TICK);
    assertThat(begun).isEqualTo(1);
    pass(3 * TICK);
    set("z", TICK);
    assertThat(begun).isEqualTo(2);
  }

  private DeadlineWheel.Timer set(String name, long in) {
    return wheel.set(now + in, () -> fired.add(name));
  }

  private void pass(long time) {
    long end = now + time;
    while (end - now > 0) {
      now += TICK / 2;
      wheel.advance();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_003, -1_003, Long.MAX_VALUE - 1_003})
  void theClockMayBeginAnywhere(long start) {
    now = start;
    DeadlineWheel other = new DeadlineWheel(8, TICK, () -> now, () -> {});
    now += 20 * TICK; // it has been empty until now
    other.set(now + 3 * TICK, () -> fired.add("x"));
    now += 3 * TICK - 1;
    other.advance();
    assertThat(fired).isEmpty();
    now++;
    other.advance();
    assertThat(fired).containsExactly("x");
  }

  @Test
  void itsSlotsAreAPowerOfTwo() {
    assertThatThrownBy(() -> new DeadlineWheel(6, TICK, () -> now, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("6 slots, expected a power of two");
  }
}
