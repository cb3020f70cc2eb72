package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.samples.contest.CallTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final int CALLS = 1_000;

  /** Every hundredth takes 4 ms, all others 1 ms. */
  private static CallTimes times() {
    CallTimes times = new CallTimes(CALLS);
    for (int i = 0; i < CALLS; i++) {
      times.add(
          i * 10_000_000L, i % 200 == 0 ? 3_000_000 : 0, i % 100 == 0 ? 4_000_000 : 1_000_000);
    }
    return times;
  }

  @Test
  void whatFallsIntoTheSlowCallsIsToldFromWhatFallsIntoAll() {
    Tally tally = new Tally(1);
    Cause always = new Cause("always", (from, to) -> 2_000_000);
    Cause inSlow = new Cause("in slow ones", (from, to) -> to - from - 1_000_000);
    Cause little = new Cause("too little", (from, to) -> 1);
    tally.add(times(), List.of(always, inSlow, little));
    assertThat(tally.percent().get("always")).containsExactly(100, 100);
    assertThat(tally.percent().get("in slow ones")).containsExactly(100, 0);
    assertThat(tally.percent().get("too little")).containsExactly(0, 0);
    assertThat(tally.percent().get(Tally.LATE)).containsExactly(50, 0);
    assertThat(tally.percent().get(Tally.NOTHING)).containsExactly(0, 0);
  }

  @Test
  void aSlowCallThatNothingFellIntoIsSaidToBeOne() {
    Tally tally = new Tally(1);
    tally.add(times(), List.of());
    assertThat(tally.percent().get(Tally.NOTHING)).containsExactly(50, 100);
  }
}
