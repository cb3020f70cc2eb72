package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestraintTest {

  private long now = TimeUnit.HOURS.toNanos(-3);
  private final Restraint restraint = new Restraint(100);

  private void refused() {
    restraint.onRefused(restraint.era(), now);
  }

  private int limitAfter(long seconds) {
    return restraint.limit(now + TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void oneRefusalTakesAFifthAway() {
    refused();
    assertThat(restraint.limit(now)).isEqualTo(80);
    assertThat(restraint.told()).isEqualTo(100);
    assertThat(restraint.isCut()).isTrue();
  }

  @Test
  void aBurstThatOneLimitLetThroughCountsOnce() {
    int era = restraint.era();
    for (int i = 0; i < 50; i++) {
      restraint.onRefused(era, now);
    }
    assertThat(restraint.limit(now)).isEqualTo(80);
    refused();
    assertThat(restraint.limit(now)).isEqualTo(64);
  }

  @Test
  void itNeverFallsUnderATenthOfWhatWasTold() {
    for (int i = 0; i < 50; i++) {
      refused();
    }
    assertThat(restraint.limit(now)).isEqualTo(10);
    restraint.told(3);
    for (int i = 0; i < 50; i++) {
      refused();
    }
    assertThat(restraint.limit(now)).isOne();
  }

  @Test
  void afterTenSecondsOneMoreASecondUpToWhatWasTold() {
    refused();
    assertThat(limitAfter(10)).isEqualTo(80);
    assertThat(limitAfter(11)).isEqualTo(81);
    assertThat(limitAfter(25)).isEqualTo(95);
    assertThat(limitAfter(30)).isEqualTo(100);
    assertThat(restraint.isCut()).isFalse();
    assertThat(limitAfter(3_000)).isEqualTo(100);
  }

  @Test
  void anotherRefusalOnTheWayBackTakesAFifthOfWhatItHadGrownTo() {
    refused();
    now += TimeUnit.SECONDS.toNanos(20);
    refused();
    assertThat(restraint.limit(now)).isEqualTo(72);
  }

  @Test
  void whatIsToldAnewIsBelieved() {
    refused();
    restraint.told(50);
    assertThat(restraint.limit(now)).isEqualTo(50);
    assertThat(restraint.isCut()).isFalse();
  }
}
