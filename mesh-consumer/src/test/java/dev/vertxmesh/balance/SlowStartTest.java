package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Member;
import org.junit.jupiter.api.Test;

class SlowStartTest {

  private static final long WARM_UP = 30_000;
  private static final long START = 1_700_000_000_000L;

  private final FakeEndpoint a = new FakeEndpoint("a", 1);
  private final FakeEndpoint b = new FakeEndpoint("b", 1);
  private final FakeEndpoint c = new FakeEndpoint("c", 1);
  private final Member[] members = Members.of(a, b, c);
  private long wall = START;
  private final SlowStart slowStart = new SlowStart(WARM_UP, () -> wall);

  @Test
  void aNewOneGetsMoreAsItGrowsOlder() {
    a.startedAtMillis = START;
    assertThat(factorOfA(0)).isEqualTo(0.1);
    wall = START + 15_000;
    assertThat(factorOfA(0)).isEqualTo(0.5);
    wall = START + 30_000;
    assertThat(factorOfA(0)).isEqualTo(1);
  }

  @Test
  void theOthersAreNotTouched() {
    a.startedAtMillis = START;
    b.startedAtMillis = START - WARM_UP;
    slowStart.begin(members, 0);
    assertThat(slowStart.factor(members[1], 0)).isEqualTo(1);
    assertThat(slowStart.factor(members[2], 0)).isEqualTo(1);
  }

  @Test
  void whenMostAreNewNobodyGetsLess() {
    a.startedAtMillis = START;
    b.startedAtMillis = START - 5_000;
    assertThat(factorOfA(0)).isEqualTo(1);
  }

  @Test
  void whenAllAreNewNobodyGetsLess() {
    a.startedAtMillis = START;
    b.startedAtMillis = START;
    c.startedAtMillis = START;
    assertThat(factorOfA(0)).isEqualTo(1);
  }

  @Test
  void aClockThatIsAheadDoesNotKeepItColdForever() {
    a.startedAtMillis = START + 3_600_000;
    assertThat(factorOfA(0)).isEqualTo(0.1);
    assertThat(factorOfA(Members.seconds(15))).isEqualTo(0.5);
    assertThat(factorOfA(Members.seconds(31))).isEqualTo(1);
  }

  @Test
  void thereMayBeNone() {
    a.startedAtMillis = START;
    SlowStart none = new SlowStart(0, () -> wall);
    none.begin(members, 0);
    assertThat(none.factor(members[0], 0)).isEqualTo(1);
  }

  private double factorOfA(long now) {
    slowStart.begin(members, now);
    return slowStart.factor(members[0], now);
  }
}
