package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is usual among members, and who has more than that. */
class UsualFiguresTest {

  private final Totals totals = new Totals();
  private final CapacityBrake brake = new CapacityBrake(totals);

  /** Each has answered one call in so many nanoseconds, or none where that's 0. */
  private static Member[] answering(long... nanos) {
    FakeEndpoint[] endpoints = Members.weighing(Arrays.stream(nanos).mapToInt(each -> 1).toArray());
    Member[] members = Members.of(endpoints);
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] > 0) {
        members[i].stats().begun();
        members[i].stats().ended(Outcome.ANSWERED, nanos[i], nanos[i], 0);
      }
    }
    return members;
  }

  private static double median(Median median, long... nanos) {
    return median.of(answering(nanos), EndpointStats::latencyNanos);
  }

  @Test
  void theMedianIsOfThoseThatHaveAnsweredAndTheLowerOfTwo() {
    Median median = new Median();
    assertThat(median(median)).isZero();
    assertThat(median(median, 0, 0)).isZero();
    assertThat(median(median, 5)).isEqualTo(5);
    assertThat(median(median, 7, 5)).isEqualTo(5);
    assertThat(median(median, 9, 5, 7)).isEqualTo(7);
    assertThat(median(median, 9, 0, 5)).isEqualTo(5);
    assertThat(median(median, 9, 0, 0, 5)).isEqualTo(5);
    assertThat(median(median, 9, 7, 5, 3)).isEqualTo(5);
    assertThat(median(median, 11, 13)).as("of fewer than before").isEqualTo(11);
  }

  @Test
  void aRateMovesByHowMuchOfItsReachHasPassed() {
    CallRate rate = new CallRate(1e9);
    assertThat(rate.perNano()).isZero();
    rate.add(10, 1e9);
    assertThat(rate.perNano()).isCloseTo(5e-9, within(1e-15));
    rate.add(10, 1e9);
    assertThat(rate.perNano()).isCloseTo(7.5e-9, within(1e-15));
    rate.add(0, 3e9);
    assertThat(rate.perNano()).isCloseTo(1.875e-9, within(1e-15));
  }

  private boolean isHeldBack(double capacity, int own, int others) {
    Member member = answering(0)[0];
    member.capacity(capacity);
    for (int i = 0; i < own; i++) {
      member.stats().begun();
    }
    totals.inFlight = own + others;
    return brake.holdsBack(member);
  }

  @Test
  void twiceAsManyAsTheOthersHaveForTheirCapacityAndTwoMoreIsAllowed() {
    totals.capacity = 3;
    assertThat(isHeldBack(1, 4, 2)).isFalse();
    assertThat(isHeldBack(1, 5, 2)).isTrue();
    assertThat(isHeldBack(1, 2, 0)).isFalse();
    assertThat(isHeldBack(1, 3, 0)).isTrue();
    totals.capacity = 4;
    assertThat(isHeldBack(2, 6, 2)).isFalse();
    assertThat(isHeldBack(2, 7, 2)).isTrue();
  }

  @Test
  void soIsTwiceAsManyAsThereUsuallyAreAndTwoMore() {
    totals.capacity = 3;
    totals.usualInFlight = 1.5;
    assertThat(isHeldBack(1, 5, 2)).isFalse();
    totals.usualInFlight = 1.4;
    assertThat(isHeldBack(1, 5, 2)).isTrue();
    totals.capacity = 4;
    totals.usualInFlight = 1.25;
    assertThat(isHeldBack(2, 7, 0)).isFalse();
    assertThat(isHeldBack(2, 8, 0)).isTrue();
  }
}
