package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EjectorTest {

  private final List<FakeEndpoint> endpoints =
      new ArrayList<>(List.of(Members.weighing(IntStream.generate(() -> 1).limit(10).toArray())));
  private final List<String> log = new ArrayList<>();
  private final Set<FakeEndpoint> sick = new HashSet<>();
  private final Group group = group(EjectionOptions.DEFAULT);
  private final Function<FakeEndpoint, Outcome> sickFail =
      endpoint -> sick.contains(endpoint) ? Outcome.FAILED : Outcome.ANSWERED;

  @Test
  void fiveFailuresInARowAreEnough() {
    sick.add(endpoints.get(3));
    Map<Endpoint, Long> calls = calls(0, 1, 1_000);
    assertThat(calls.get(endpoints.get(3))).isEqualTo(5);
    assertThat(log).containsExactly("e3 FAILURES_IN_A_ROW 5000 ms: 5 failures in a row");
  }

  @Test
  void anAnswerBetweenThemBeginsTheCountAnew() {
    int[] count = {0};
    Members.calls(
        group,
        1_000,
        0,
        Members.seconds(0.5),
        endpoint ->
            endpoint == endpoints.get(3) && ++count[0] % 5 != 0
                ? Outcome.FAILED
                : Outcome.ANSWERED);
    assertThat(log).isEmpty();
  }

  @Test
  void whatIsTheCallersFaultDoesNotCount() {
    Members.calls(group, 10_000, 0, Members.seconds(10), endpoint -> Outcome.IGNORED);
    Members.calls(
        group, 10_000, Members.seconds(10), Members.seconds(20), endpoint -> Outcome.FULL);
    assertThat(log).isEmpty();
  }

  @Test
  void oneCallTriesItAfterItsTimeAndBringsItBack() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    sick.clear();
    assertThat(calls(1, 4.9, 1_000)).doesNotContainKey(endpoints.get(3));
    assertThat(calls(5.2, 6, 1_000).get(endpoints.get(3))).isGreaterThan(80);
    assertThat(log).hasSize(2).last().isEqualTo("e3 back");
  }

  @Test
  void whoAsksForNoCallsIsNotTriedBeforeItDoes() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    endpoints.get(3).freeCredit = 0; // its agent's provider is away
    assertThat(calls(1, 20, 10_000)).doesNotContainKey(endpoints.get(3));
    assertThat(log).hasSize(1);
    endpoints.get(3).freeCredit = 100;
    sick.clear();
    assertThat(calls(20, 21, 1_000).get(endpoints.get(3))).isGreaterThan(80);
  }

  @Test
  void onlyOneCallAtATimeTriesIt() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    long now = Members.seconds(10);
    List<Boolean> probes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      group.begun(group.pick(HashKey.NONE, now + i));
      probes.add(group.isProbe());
    }
    assertThat(probes.stream().filter(probe -> probe)).hasSize(1);
  }

  @Test
  void aCallWhoseCallerWasWrongTellsNothingAndAnotherTries() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    long now = Members.seconds(10);
    Member member = group.pick(HashKey.NONE, now);
    assertThat(group.isProbe()).isTrue();
    group.begun(member);
    group.ended(member, true, Outcome.IGNORED, 1, now + 1);
    assertThat(group.pick(HashKey.NONE, now + 2)).isSameAs(member);
    assertThat(group.isProbe()).isTrue();
  }

  @Test
  void afterATrialThatWasGivenUpTheNextCallersAreSpared() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    endTrial(Outcome.GIVEN_UP, 10, Members.millis(60));
    assertThat(calls(10.1, 15, 1_000)).doesNotContainKey(endpoints.get(3));
    group.pick(HashKey.NONE, Members.seconds(15.1));
    assertThat(group.isProbe()).isTrue();
    assertThat(log).hasSize(1); // it wasn't a failure: the time isn't doubled
  }

  @Test
  void aTrialThatWasGivenUpAfterFarTooLongSaysThatItIsSlow() {
    endpoints.forEach(endpoint -> endpoint.serviceNanos = Members.millis(5));
    sick.add(endpoints.get(3));
    calls(0, 2, 2_000);
    endTrial(Outcome.GIVEN_UP, 10, Members.millis(150));
    assertThat(log).last().isEqualTo("e3 PROBE 10000 ms: the call that tried it took 150.0 ms");
  }

  @Test
  void aTrialOfWhichNothingIsHeardIsForgottenAfterFiveMinutes() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    group.begun(group.pick(HashKey.NONE, Members.seconds(10)));
    assertThat(calls(10, 309, 1_000)).doesNotContainKey(endpoints.get(3));
    assertThat(calls(311, 312, 1_000)).containsKey(endpoints.get(3));
  }

  @Test
  void whoWasUnluckyOnceIsNotSentToTheSick() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    long now = Members.seconds(10);
    List<Member> tried = List.of(group.pick(HashKey.NONE, 1));
    for (int i = 0; i < 100; i++) {
      Member other = group.pickOther(HashKey.NONE, tried, now + i);
      assertThat(group.isProbe()).isFalse();
      assertThat(other.endpoint()).isNotSameAs(endpoints.get(3));
    }
    group.pick(HashKey.NONE, now + 100);
    assertThat(group.isProbe()).isTrue();
  }

  @Test
  void butASickOneIsBetterThanNoneForThemToo() {
    sick.addAll(endpoints.subList(0, 2));
    calls(0, 1, 1_000);
    endpoints.subList(3, 10).forEach(endpoint -> endpoint.open = false);
    Member well = group.pick(HashKey.NONE, Members.seconds(1));
    assertThat(group.pickOther(HashKey.NONE, List.of(well), Members.seconds(1)).endpoint())
        .isIn(endpoints.subList(0, 2));
  }

  private void endTrial(Outcome outcome, double atSeconds, long took) {
    long now = Members.seconds(atSeconds);
    Member member = group.pick(HashKey.NONE, now);
    assertThat(group.isProbe()).isTrue();
    group.begun(member);
    group.ended(member, true, outcome, took, now + took);
  }

  @Test
  void eachTimeItFailsAgainItStaysOutTwiceAsLong() {
    sick.add(endpoints.get(3));
    calls(0, 100, 100_000);
    assertThat(log.stream().map(line -> line.replaceAll(":.*", "")))
        .containsExactly(
            "e3 FAILURES_IN_A_ROW 5000 ms",
            "e3 PROBE 10000 ms",
            "e3 PROBE 20000 ms",
            "e3 PROBE 40000 ms",
            "e3 PROBE 80000 ms");
  }

  @Test
  void whoWasWellForLongStaysOutBrieflyAgain() {
    sick.add(endpoints.get(3));
    calls(0, 20, 20_000);
    sick.clear();
    calls(20, 100, 80_000);
    sick.add(endpoints.get(3));
    log.clear();
    calls(100, 101, 1_000);
    assertThat(log).containsExactly("e3 FAILURES_IN_A_ROW 5000 ms: 5 failures in a row");
  }

  @Test
  void whoFailsMoreOftenThanItsPeersGoesToo() {
    int[] count = {0};
    Members.calls(
        group,
        4_000,
        0,
        Members.seconds(4),
        endpoint ->
            endpoint == endpoints.get(3) && count[0]++ % 2 == 0
                ? Outcome.FAILED
                : Outcome.ANSWERED);
    assertThat(log).hasSize(1).first().asString().startsWith("e3 FAILURE_RATE 5000 ms: 5");
  }

  @Test
  void whoFailsHalfTheTimeStaysAmongPeersThatFailAQuarterOfIt() {
    Map<FakeEndpoint, Integer> counts = new HashMap<>();
    Members.calls(
        group,
        4_000,
        0,
        Members.seconds(4),
        endpoint -> {
          int nth = counts.merge(endpoint, 1, Integer::sum);
          int every = endpoint == endpoints.get(3) ? 2 : 4;
          return nth % every == 0 ? Outcome.FAILED : Outcome.ANSWERED;
        });
    assertThat(log).isEmpty();
  }

  @Test
  void nobodyGoesWhenAllFailAlike() {
    int[] count = {0};
    Members.calls(
        group,
        4_000,
        0,
        Members.seconds(4),
        endpoint -> (count[0]++ / 10) % 2 == 0 ? Outcome.FAILED : Outcome.ANSWERED);
    assertThat(log).isEmpty();
  }

  @Test
  void whoIsFarTooSlowGoesAndComesBackWhenItIsFast() {
    endpoints.forEach(endpoint -> endpoint.serviceNanos = Members.millis(5));
    endpoints.get(3).serviceNanos = Members.millis(150);
    calls(0, 4, 4_000);
    assertThat(log).containsExactly("e3 SLOW 5000 ms: calls take 150.0 ms, elsewhere 5.0 ms");
    calls(4, 10, 1_000);
    assertThat(log).last().isEqualTo("e3 PROBE 10000 ms: the call that tried it took 150.0 ms");
    endpoints.get(3).serviceNanos = Members.millis(5);
    calls(10, 30, 1_000);
    assertThat(log).last().isEqualTo("e3 back");
  }

  @Test
  void tenTimesSlowerIsForTheWeightsToSee() {
    endpoints.forEach(endpoint -> endpoint.serviceNanos = Members.millis(5));
    endpoints.get(3).serviceNanos = Members.millis(50);
    calls(0, 20, 20_000);
    assertThat(log).isEmpty();
  }

  @Test
  void notMoreThanHalfAreLeftOut() {
    sick.addAll(endpoints.subList(0, 8));
    Map<Endpoint, Long> calls = calls(0, 1, 10_000);
    assertThat(log).hasSize(5);
    assertThat(calls.get(endpoints.get(9))).isGreaterThan(1_000);
  }

  @Test
  void oneOfTwoMayBeLeftOutAndNeverTheLast() {
    Group two = group(EjectionOptions.DEFAULT);
    two.update(endpoints.subList(0, 2), 0);
    sick.addAll(endpoints);
    Members.calls(two, 1_000, 0, Members.seconds(1), sickFail);
    assertThat(log).hasSize(1);
    Group one = group(EjectionOptions.DEFAULT);
    one.update(endpoints.subList(0, 1), 0);
    log.clear();
    Members.calls(one, 1_000, 0, Members.seconds(1), sickFail);
    assertThat(log).isEmpty();
  }

  @Test
  void whenMostWhoCanBeReachedAreEjectedNobodyIsLeftOutForIt() {
    sick.addAll(endpoints.subList(0, 4));
    calls(0, 1, 1_000);
    assertThat(log).hasSize(4);
    endpoints.subList(4, 8).forEach(endpoint -> endpoint.open = false);
    assertThat(calls(1.5, 2.5, 1_000)).hasSize(6); // of the six that are left four are ejected
    assertThat(log).last().isEqualTo("panic begins");
    endpoints.forEach(endpoint -> endpoint.open = true);
    calls(2.5, 3, 1_000);
    assertThat(log).last().isEqualTo("panic ends");
    assertThat(calls(3, 4, 1_000)).hasSize(6).doesNotContainKey(endpoints.get(0));
  }

  @Test
  void whoIsEjectedIsBetterThanNobody() {
    sick.addAll(endpoints.subList(0, 2));
    calls(0, 1, 1_000);
    endpoints.subList(1, 10).forEach(endpoint -> endpoint.open = false);
    assertThat(group.pick(HashKey.NONE, Members.seconds(1)).endpoint()).isSameAs(endpoints.get(0));
  }

  @Test
  void whatIsKnownOfThoseThatStaySurvivesAChange() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    endpoints.add(new FakeEndpoint("new", 1));
    group.update(endpoints, Members.seconds(1));
    assertThat(calls(1, 4, 1_000)).hasSize(10).doesNotContainKey(endpoints.get(3));
  }

  @Test
  void whoWasRestartedIsAnotherOne() {
    sick.add(endpoints.get(3));
    calls(0, 1, 1_000);
    sick.clear();
    endpoints.get(3).startedAtMillis = 1;
    group.update(List.copyOf(endpoints), Members.seconds(1));
    assertThat(calls(1, 2, 1_000)).hasSize(10);
  }

  @Test
  void itMayBeSwitchedOff() {
    Group never = group(EjectionOptions.NEVER);
    sick.add(endpoints.get(3));
    assertThat(Members.calls(never, 1_000, 0, Members.seconds(10), sickFail).get(endpoints.get(3)))
        .isEqualTo(100);
    assertThat(log).isEmpty();
  }

  private Map<Endpoint, Long> calls(double fromSeconds, double toSeconds, int count) {
    return Members.calls(
        group, count, Members.seconds(fromSeconds), Members.seconds(toSeconds), sickFail);
  }

  private Group group(EjectionOptions options) {
    GroupSettings settings =
        new GroupSettings(
            BalanceMode.ROUND_ROBIN, 0, options, new Log(), () -> 0, Members.chance(), null, "");
    Group made = new Group(Members.HELLO, settings);
    made.update(List.copyOf(endpoints), 0);
    return made;
  }

  private final class Log implements EjectionObserver {
    @Override
    public void onEjected(
        ServiceKey service, String endpoint, Cause cause, String why, long millis) {
      log.add("%s %s %d ms: %s".formatted(endpoint, cause, millis, why));
    }

    @Override
    public void onReturned(ServiceKey service, String endpoint) {
      log.add(endpoint + " back");
    }

    @Override
    public void onPanic(ServiceKey service, boolean begins) {
      log.add(begins ? "panic begins" : "panic ends");
    }
  }
}
