package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AimdLimitTest {

  private long now = TimeUnit.HOURS.toNanos(-3);
  private final AimdLimit aimd = new AimdLimit(100);

  private void refused() {
    aimd.onRefused(aimd.era(), now);
  }

  private int limitAfter(long seconds) {
    return aimd.limit(now + TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void oneRefusalTakesAFifthAway() {
    refused();
    assertThat(aimd.limit(now)).isEqualTo(80);
    assertThat(aimd.told()).isEqualTo(100);
    assertThat(aimd.isCut()).isTrue();
  }

  @Test
  void aBurstThatOneLimitLetThroughCountsOnce() {
    int era = aimd.era();
    for (int i = 0; i < 50; i++) {
      aimd.onRefused(era, now);
    }
    assertThat(aimd.limit(now)).isEqualTo(80);
    refused();
    assertThat(aimd.limit(now)).isEqualTo(64);
  }

  @Test
  void itNeverFallsUnderATenthOfWhatWasTold() {
    for (int i = 0; i < 50; i++) {
      refused();
    }
    assertThat(aimd.limit(now)).isEqualTo(10);
    aimd.told(3);
    for (int i = 0; i < 50; i++) {
      refused();
    }
    assertThat(aimd.limit(now)).isOne();
  }

  @Test
  void afterTenSecondsOneMoreASecondUpToWhatWasTold() {
    refused();
    assertThat(limitAfter(10)).isEqualTo(80);
    assertThat(limitAfter(11)).isEqualTo(81);
    assertThat(limitAfter(25)).isEqualTo(95);
    assertThat(limitAfter(30)).isEqualTo(100);
    assertThat(aimd.isCut()).isFalse();
    assertThat(limitAfter(3_000)).isEqualTo(100);
  }

  @Test
  void anotherRefusalOnTheWayBackTakesAFifthOfWhatItHadGrownTo() {
    refused();
    now += TimeUnit.SECONDS.toNanos(20);
    refused();
    assertThat(aimd.limit(now)).isEqualTo(72);
  }

  @Test
  void whatIsToldAnewIsBelieved() {
    refused();
    aimd.told(50);
    assertThat(aimd.limit(now)).isEqualTo(50);
    assertThat(aimd.isCut()).isFalse();
  }
}
