package dev.vertxmesh.access.guess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often an address may be wrong; time is the test's own. */
class GuessLimitTest {

  private static final int A_MINUTE = 30;
  private static final long ADDRESS = GuessLimit.addressOf("10.0.0.1");
  private static final long OTHER = GuessLimit.addressOf("10.0.0.2");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000); // so that it overflows
  private final GuessLimit guesses = new GuessLimit(now::get);

  private void wrong(long address, int times) {
    for (int i = 0; i < times; i++) {
      guesses.wrong(address, A_MINUTE);
    }
  }

  private long left(long address, long secret) {
    return TimeUnit.NANOSECONDS.toMillis(guesses.waitOf(address, secret, A_MINUTE));
  }

  @Test
  void anAddressMayBeWrongSoOftenAtOnceAndThenOnceInAWhile() {
    wrong(ADDRESS, A_MINUTE - 1);
    assertThat(left(ADDRESS, 1)).isZero();
    wrong(ADDRESS, 1);
    assertThat(left(ADDRESS, 1)).isEqualTo(2_000);
    assertThat(left(OTHER, 1)).as("others aren't asked to wait").isZero();
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(left(ADDRESS, 1)).isZero();
    wrong(ADDRESS, 1);
    assertThat(left(ADDRESS, 1)).isEqualTo(2_000);
    wrong(ADDRESS, 1_000);
    assertThat(left(ADDRESS, 1)).as("nobody is shut out for long").isEqualTo(2_000);
    now.addAndGet(TimeUnit.MINUTES.toNanos(1));
    wrong(ADDRESS, A_MINUTE - 1);
    assertThat(left(ADDRESS, 1)).isZero();
  }

  @Test
  void whatWasRightBeforeFromTheSameAddressIsLookedAt() {
    guesses.right(ADDRESS, 7);
    guesses.right(OTHER, 8);
    wrong(ADDRESS, A_MINUTE);
    assertThat(left(ADDRESS, 7)).isZero();
    assertThat(left(ADDRESS, 8)).as("right, but from elsewhere").isPositive();
    assertThat(left(ADDRESS, 9)).isPositive();
  }

  @Test
  void whoeverHasManyAddressesFillsNoMemory() {
    wrong(ADDRESS, A_MINUTE);
    for (long other = 0; other < 10_000; other++) {
      guesses.wrong(1 << 20 | other, A_MINUTE);
      if (other % 1_000 == 0) {
        wrong(ADDRESS, 1); // which isn't the oldest so
      }
    }
    assertThat(guesses.size()).isEqualTo(GuessLimit.MOST_ADDRESSES);
    assertThat(left(ADDRESS, 1)).isPositive();
    now.addAndGet(TimeUnit.MINUTES.toNanos(2));
    wrong(OTHER, 1);
    assertThat(guesses.size()).as("who is as if it had never been wrong is forgotten").isOne();
  }

  @Test
  void withoutABoundNobodyWaits() {
    for (int i = 0; i < 1_000; i++) {
      guesses.wrong(ADDRESS, 0);
    }
    assertThat(guesses.waitOf(ADDRESS, 1, 0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, ::ffff:10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "2001:db8::1, 2001:db8::ffff:2, true",
    "2001:db8:0:0:1::, 2001:db8:0:1::, false",
    "fe80::1%eth0, fe80::1, true",
    "10.0.0.1, ::1, false"
  })
  void ofIpv6ANetworkOf64BitsIsOneCaller(String one, String other, boolean isSame) {
    assertThat(GuessLimit.addressOf(one) == GuessLimit.addressOf(other)).isEqualTo(isSame);
  }
}
