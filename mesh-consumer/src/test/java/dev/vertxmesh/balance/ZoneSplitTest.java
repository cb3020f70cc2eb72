package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls come by chance and last as long as chance has it, in virtual time. */
class ZoneSplitTest {

  /** How many calls each instance takes at a time. */
  private static final int LIMIT = 20;

  private static final int CALLS = 40_000;
  private static final long SERVICE_NANOS = Members.millis(10);

  private final SplittableRandom random = Members.chance();
  private final List<FakeEndpoint> near = zone("a", 3);
  private final List<FakeEndpoint> far = zone("b", 6);
  private int overCredit;

  private record Running(Member member, long begun, long ends) {}

  private static List<FakeEndpoint> zone(String zone, int count) {
    List<FakeEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FakeEndpoint endpoint = new FakeEndpoint(zone + i, 1);
      endpoint.tags = Map.of("zone", zone);
      endpoint.freeCredit = LIMIT;
      endpoint.limit = LIMIT;
      endpoints.add(endpoint);
    }
    return endpoints;
  }

  private Group group(String zone) {
    GroupSettings settings =
        new GroupSettings(
            BalanceMode.ADAPTIVE,
            0,
            EjectionOptions.DEFAULT,
            EjectionObserver.NOBODY,
            () -> 0,
            random,
            null,
            zone);
    Group group = new Group(Members.HELLO, settings);
    List<FakeEndpoint> all = new ArrayList<>(near);
    all.addAll(far);
    group.update(all, 0);
    return group;
  }

  private double exponential(double mean) {
    return -Math.log(1 - random.nextDouble()) * mean;
  }

  /**
   * @param load how many calls there are at a time on average, next to what the near zone takes
   * @return the part that goes elsewhere
   */
  private double partAway(Group group, double load) {
    double between = SERVICE_NANOS / (load * near.size() * LIMIT);
    PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparing(Running::ends));
    double now = 0;
    int away = 0;
    for (int i = 0; i < CALLS; i++) {
      now += exponential(between);
      while (!running.isEmpty() && running.peek().ends() <= now) {
        end(group, running.poll());
      }
      Member member = group.pick(HashKey.NONE, (long) now);
      FakeEndpoint endpoint = (FakeEndpoint) member.endpoint();
      overCredit += endpoint.freeCredit <= 0 ? 1 : 0;
      away += endpoint.name.startsWith("a") ? 0 : 1;
      group.begun(member);
      endpoint.inFlight++;
      endpoint.freeCredit--;
      running.add(new Running(member, (long) now, (long) (now + exponential(SERVICE_NANOS))));
    }
    return (double) away / CALLS;
  }

  private static void end(Group group, Running call) {
    FakeEndpoint endpoint = (FakeEndpoint) call.member().endpoint();
    endpoint.inFlight--;
    endpoint.freeCredit++;
    group.ended(call.member(), false, Outcome.ANSWERED, call.ends() - call.begun(), call.ends());
  }

  /** By the formula: u = d (4 - 4 u), so that a part of 1 - u / d is away. */
  @ParameterizedTest
  @CsvSource({"0.3, 0", "0.5, 0", "1.0, 0.2", "1.5, 0.43", "2.5, 0.636"})
  void callsSpillOverInProportion(double load, double away) {
    assertThat(partAway(group("a"), load)).isCloseTo(away, within(0.05));
    assertThat(overCredit).isLessThan(CALLS / 50);
  }

  @Test
  void moreCallsNeverJumpToTheOtherZoneAtOnce() {
    double before = 0;
    for (double load = 0.5; load < 1.5; load += 0.1) {
      double away = partAway(group("a"), load);
      near.forEach(ZoneSplitTest::rest);
      far.forEach(ZoneSplitTest::rest);
      assertThat(away - before).isBetween(-0.03, 0.15);
      before = away;
    }
  }

  private static void rest(FakeEndpoint endpoint) {
    endpoint.inFlight = 0;
    endpoint.freeCredit = LIMIT;
  }

  @Test
  void aZoneThatHasLostInstancesSendsMoreAway() {
    near.get(0).open = false;
    near.get(1).open = false;
    near.get(0).freeCredit = 0;
    near.get(1).freeCredit = 0;
    assertThat(partAway(group("a"), 0.5)).isCloseTo(0.43, within(0.05)); // 1.5 of what is left
  }

  @Test
  void aZoneWithoutAnybodySendsAllAway() {
    near.forEach(endpoint -> endpoint.open = false);
    near.forEach(endpoint -> endpoint.freeCredit = 0);
    assertThat(partAway(group("a"), 0.2)).isEqualTo(1);
  }

  @Test
  void whereNobodyIsInTheZoneOrTheAgentHasNoneCallsGoAnywhere() {
    assertThat(partAway(group("c"), 0.5)).isCloseTo(6.0 / 9, within(0.03));
    near.forEach(ZoneSplitTest::rest);
    far.forEach(ZoneSplitTest::rest);
    assertThat(partAway(group(""), 0.5)).isCloseTo(6.0 / 9, within(0.03));
  }

  @Test
  void theZoneIsAlsoKnownByKubernetesName() {
    assertThat(ZoneSplit.zone(Map.of("topology.kubernetes.io/zone", "z"))).isEqualTo("z");
    assertThat(ZoneSplit.zone(Map.of("zone", "y", "topology.kubernetes.io/zone", "z")))
        .isEqualTo("y");
    assertThat(ZoneSplit.zone(Map.of())).isEmpty();
  }
}
