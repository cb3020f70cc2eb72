package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AdaptiveWeightsTest {

  private static final int CALLS = 60_000;

  private final FakeEndpoint a = new FakeEndpoint("a", 1);
  private final FakeEndpoint b = new FakeEndpoint("b", 1);
  private final FakeEndpoint c = new FakeEndpoint("c", 1);
  private final Group group = Members.group(BalanceMode.ADAPTIVE, List.of(a, b, c));

  @Test
  void whoWorksOnMoreCallsAtATimeGetsMore() {
    a.limit = 50;
    b.limit = 100;
    c.limit = 150;
    all(Members.millis(50));
    assertShares(calls(0, 60), 1 / 6.0, 2 / 6.0, 3 / 6.0);
  }

  @Test
  void whoTellsNoLimitIsTakenForAverage() {
    a.limit = 50;
    b.limit = 150;
    all(Members.millis(50));
    assertShares(calls(0, 60), 1 / 6.0, 3 / 6.0, 2 / 6.0);
  }

  @Test
  void whoTakesTenTimesAsLongGetsATenth() {
    all(Members.millis(5));
    a.serviceNanos = Members.millis(50);
    calls(0, 10);
    assertShares(calls(10, 70), 1 / 21.0, 10 / 21.0, 10 / 21.0);
  }

  @Test
  void whoHasRecoveredIsFound() {
    all(Members.millis(5));
    a.serviceNanos = Members.millis(500);
    calls(0, 60);
    a.serviceNanos = Members.millis(5);
    calls(60, 120);
    assertShares(calls(120, 180), 1 / 3.0, 1 / 3.0, 1 / 3.0);
  }

  @Test
  void equalOnesStayEqualThoughTheirTimesDifferALittle() {
    a.serviceNanos = Members.millis(9.5);
    b.serviceNanos = Members.millis(10);
    c.serviceNanos = Members.millis(10.5);
    assertShares(calls(0, 60), 1 / 3.0, 1 / 3.0, 1 / 3.0);
  }

  @Test
  void whoFailsAtOnceAttractsNothing() {
    all(Members.millis(10));
    a.serviceNanos = 1_000;
    Function<FakeEndpoint, Outcome> aFails =
        endpoint -> endpoint == a ? Outcome.FAILED : Outcome.ANSWERED;
    Members.calls(group, 6_000, 0, Members.seconds(6), aFails);
    Map<Endpoint, Long> shares =
        Members.calls(group, CALLS, Members.seconds(6), Members.seconds(66), aFails);
    assertThat(shares.getOrDefault(a, 0L)).isBetween(1L, CALLS / 150L);
  }

  @Test
  void whoRefusesHalfGetsLessButIsNotForgotten() {
    all(Members.millis(10));
    int[] calls = {0};
    Map<Endpoint, Long> shares =
        Members.calls(
            group,
            CALLS,
            0,
            Members.seconds(60),
            endpoint -> endpoint == a && calls[0]++ % 2 == 0 ? Outcome.FULL : Outcome.ANSWERED);
    // a quarter of what the others get
    assertThat(shares.get(a) / (double) CALLS).isCloseTo(1 / 9.0, within(0.02));
  }

  @Test
  void registeredWeightsCountBesides() {
    all(Members.millis(10));
    c.weight = 2;
    group.update(List.of(a, b, c), 0);
    assertShares(calls(0, 60), 1 / 4.0, 1 / 4.0, 2 / 4.0);
  }

  @Test
  void whoHangsIsPassedOverBeforeAnybodyKnowsWhy() {
    all(Members.millis(0.5));
    Members.calls(group, 10_000, 0, Members.seconds(1), endpoint -> Outcome.ANSWERED);
    Member[] last = new Member[5];
    int toA = 0;
    long now = Members.seconds(1);
    for (int i = 0; i < 10_000; i++, now += Members.millis(0.1)) {
      Member member = group.pick(HashKey.NONE, now);
      group.begun(member);
      if (member.endpoint() == a) {
        toA++; // and it never comes back
      } else {
        Member ended = last[i % last.length];
        last[i % last.length] = member;
        if (ended != null) {
          group.ended(ended, false, Outcome.ANSWERED, Members.millis(0.5), now);
        }
      }
    }
    assertThat(toA).isLessThan(12);
  }

  /** Those who call go on as soon as they're answered, and so call whoever answers at once more. */
  @Test
  void whoseMethodsThrowAtOnceGetsNoMoreForHavingNothingInFlight() {
    a.limit = 50;
    b.limit = 100;
    c.limit = 150;
    all(Members.millis(50));
    inTurn(150, 0, 10, endpoint -> Outcome.ANSWERED);
    b.serviceNanos = Members.millis(0.5);
    Map<Endpoint, Integer> calls =
        inTurn(150, 10, 20, endpoint -> endpoint == b ? Outcome.THREW : Outcome.ANSWERED);
    int sum = calls.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(calls.get(b) / (double) sum).isCloseTo(1 / 3.0, within(0.03));
  }

  private record Call(Member member, long begun, long ends) {}

  /** So many calls are always in flight; who was called how often. */
  private Map<Endpoint, Integer> inTurn(
      int inFlight, double fromSeconds, double toSeconds, Function<FakeEndpoint, Outcome> outcome) {
    Map<Endpoint, Integer> counts = new HashMap<>();
    PriorityQueue<Call> running = new PriorityQueue<>(Comparator.comparingLong(Call::ends));
    long now = Members.seconds(fromSeconds);
    while (now < Members.seconds(toSeconds)) {
      if (running.size() == inFlight) {
        Call ended = running.poll();
        now = ended.ends();
        Outcome its = outcome.apply((FakeEndpoint) ended.member().endpoint());
        group.ended(ended.member(), false, its, now - ended.begun(), now);
      }
      Member member = group.pick(HashKey.NONE, now);
      group.begun(member);
      counts.merge(member.endpoint(), 1, Integer::sum);
      running.add(new Call(member, now, now + member.endpoint().serviceNanos()));
    }
    for (Call call : running) {
      group.ended(call.member(), false, Outcome.IGNORED, 0, now);
    }
    return counts;
  }

  @Test
  void smallDifferencesAreShrunkAndLargeOnesAreNot() {
    assertThat(AdaptiveWeights.withoutNoise(1.1)).isCloseTo(1.023, within(0.002));
    assertThat(AdaptiveWeights.withoutNoise(0.1)).isEqualTo(0.1);
    assertThat(AdaptiveWeights.withoutNoise(1)).isEqualTo(1);
  }

  private void all(long serviceNanos) {
    List.of(a, b, c).forEach(endpoint -> endpoint.serviceNanos = serviceNanos);
  }

  private Map<Endpoint, Long> calls(double fromSeconds, double toSeconds) {
    long from = Members.seconds(fromSeconds);
    return Members.calls(
        group, CALLS, from, Members.seconds(toSeconds), endpoint -> Outcome.ANSWERED);
  }

  private void assertShares(Map<Endpoint, Long> shares, double... expected) {
    double[] actual =
        List.of(a, b, c).stream()
            .mapToDouble(endpoint -> shares.getOrDefault(endpoint, 0L) / (double) CALLS)
            .toArray();
    assertThat(actual).containsExactly(expected, within(0.01));
  }
}
