package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a bucket lets pass, in a time of its own. */
class TokenBucketTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long BEGIN = Long.MAX_VALUE - SECOND; // a clock may be anywhere

  private static int taken(TokenBucket bucket, int asked, long now) {
    int taken = 0;
    for (int i = 0; i < asked; i++) {
      taken += bucket.take(1, now) == 0 ? 1 : 0;
    }
    return taken;
  }

  @Test
  void aBurstPassesAtOnceAndThenTheRate() {
    TokenBucket bucket = new TokenBucket(100, 20, BEGIN);
    assertThat(taken(bucket, 50, BEGIN)).isEqualTo(20);
    assertThat(taken(bucket, 50, BEGIN + SECOND / 10)).isEqualTo(10);
    assertThat(taken(bucket, 50, BEGIN + 10 * SECOND)).as("no more than it holds").isEqualTo(20);
  }

  @Test
  void tenTimesTheRateForAMinuteIsTheRateAndOneBurst() {
    TokenBucket bucket = new TokenBucket(1_000, 100, BEGIN);
    int taken = 0;
    for (int milli = 0; milli < 60_000; milli++) {
      taken += taken(bucket, 10, BEGIN + TimeUnit.MILLISECONDS.toNanos(milli));
    }
    assertThat(taken).isBetween(60_000, 60_100);
  }

  @Test
  void whoHasReadTheClockBeforeItWasMadeFindsItFull() {
    assertThat(new TokenBucket(0.001, 1, BEGIN).take(1, BEGIN - 1)).isZero();
  }

  @Test
  void whoIsRefusedIsToldWhenAndGetsItThen() {
    TokenBucket bucket = new TokenBucket(10, 1, BEGIN);
    assertThat(bucket.take(1, BEGIN)).isZero();
    long wait = bucket.take(1, BEGIN + SECOND / 40);
    assertThat(wait).isEqualTo(SECOND / 10 - SECOND / 40);
    assertThat(bucket.take(1, BEGIN + SECOND / 40 + wait - 1)).isEqualTo(1);
    assertThat(bucket.take(1, BEGIN + SECOND / 40 + wait)).isZero();
  }

  @Test
  void whatCostsMoreThanItHoldsPassesWhenItsFullAndIsPaidOff() {
    TokenBucket bucket = new TokenBucket(1_000, 500, BEGIN);
    assertThat(bucket.take(2_000, BEGIN)).isZero();
    assertThat(bucket.take(1, BEGIN + SECOND)).isPositive();
    assertThat(bucket.take(500, BEGIN + 2 * SECOND)).isZero();
  }

  @Test
  void whatIsGivenBackCanBeTaken() {
    TokenBucket bucket = new TokenBucket(1, 1, BEGIN);
    assertThat(bucket.take(1, BEGIN)).isZero();
    bucket.giveBack(1);
    assertThat(bucket.isWhole(BEGIN)).isTrue();
    assertThat(bucket.take(1, BEGIN)).isZero();
  }

  @Test
  void anAnswerForgivesNothingOfWhatItsRequestOwes() {
    TokenBucket bucket = new TokenBucket(1, 1, BEGIN);
    assertThat(bucket.take(1_000, BEGIN)).isZero();
    bucket.charge(1, BEGIN);
    assertThat(bucket.take(1, BEGIN + 999 * SECOND)).isPositive();
    assertThat(bucket.take(1, BEGIN + 1_000 * SECOND)).isZero();
  }

  @Test
  void noAmountIsSoLargeThatTimeRunsOver() {
    TokenBucket bucket = new TokenBucket(0.001, 1e11, BEGIN);
    assertThat(bucket.take(Long.MAX_VALUE, BEGIN)).isZero();
    assertThat(bucket.take(1, BEGIN)).isPositive();
    bucket.charge(Long.MAX_VALUE, BEGIN);
    assertThat(bucket.take(1, BEGIN)).isPositive();
    bucket.giveBack(Long.MAX_VALUE);
    bucket.giveBack(Long.MAX_VALUE);
    assertThat(bucket.take(1, BEGIN)).isZero();
  }

  @Test
  void whatHasBeenHadAlreadyIsPaidOffForAMinuteAtMost() {
    TokenBucket bucket = new TokenBucket(10, 10, BEGIN);
    bucket.charge(1_000_000, BEGIN);
    assertThat(bucket.take(1, BEGIN + 59 * SECOND)).isPositive();
    assertThat(bucket.isWhole(BEGIN + 61 * SECOND)).isTrue();
  }
}
