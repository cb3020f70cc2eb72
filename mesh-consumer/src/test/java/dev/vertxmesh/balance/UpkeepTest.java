package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is looked at among four members, and when, to the nanosecond. */
class UpkeepTest {

  private static final long BEGIN = 7;
  private static final long SECOND = Members.seconds(1);
  private static final double MILLIS = 1e6;

  private final List<String> log = new ArrayList<>();
  private final FakeEndpoint[] endpoints = Members.weighing(1, 1, 1, 1);
  private final Member[] members = Members.of(endpoints);
  private final Totals totals = new Totals();
  private final Ejector ejector =
      new Ejector(Members.HELLO, new EjectionOptions(5, 0.2, 20, 5_000, 0.5), new Log());
  private final Upkeep upkeep =
      new Upkeep(Members.plain(BalanceMode.ADAPTIVE, Members.chance()), ejector, totals);

  private final class Log implements EjectionObserver {
    @Override
    public void onEjected(
        ServiceKey service, String endpoint, Cause cause, String why, long millis) {
      log.add(endpoint + " " + cause);
    }

    @Override
    public void onReturned(ServiceKey service, String endpoint) {}

    @Override
    public void onPanic(ServiceKey service, boolean begins) {
      log.add(begins ? "panic begins" : "panic ends");
    }
  }

  UpkeepTest() {
    ejector.members(members);
    upkeep.begin(BEGIN);
  }

  private static void end(Member member, Outcome outcome, long took, int times) {
    for (int i = 0; i < times; i++) {
      member.stats().begun();
      member.stats().ended(outcome, took, took, 0);
    }
  }

  private void begun(int calls) {
    for (int i = 0; i < calls; i++) {
      upkeep.begun();
    }
  }

  @Test
  void itsDueAfterATenthOfASecondAndLaterTheMoreThereAre() {
    long tenth = BEGIN + SECOND / 10;
    assertThat(upkeep.isDue(0, tenth - 1)).isFalse();
    assertThat(upkeep.isDue(0, tenth)).isTrue();
    long each = SECOND / 10_000;
    assertThat(upkeep.isDue(30, tenth + 30 * each - 1)).isFalse();
    assertThat(upkeep.isDue(30, tenth + 30 * each)).isTrue();
    upkeep.tick(members, tenth);
    assertThat(upkeep.isDue(0, tenth + SECOND / 10 - 1)).isFalse();
  }

  @Test
  void membersAreComparedOnceASecond() {
    end(members[0], Outcome.ANSWERED, 5_000, 1);
    upkeep.tick(members, BEGIN + SECOND - 1);
    assertThat(upkeep.usualLatencyNanos()).isZero();
    upkeep.tick(members, BEGIN + SECOND);
    assertThat(upkeep.usualLatencyNanos()).isEqualTo(5_000);
    members[0].stats().clear();
    end(members[0], Outcome.ANSWERED, 9_000, 1);
    upkeep.tick(members, BEGIN + 2 * SECOND - 1);
    assertThat(upkeep.usualLatencyNanos()).isEqualTo(5_000);
    upkeep.tick(members, BEGIN + 2 * SECOND);
    assertThat(upkeep.usualLatencyNanos()).isEqualTo(9_000);
  }

  @Test
  void whoFailsMoreThanTheOthersIsLeftOutOnceTheyAreCompared() {
    end(members[0], Outcome.FAILED, 1, 100);
    end(members[1], Outcome.ANSWERED, 1, 100);
    upkeep.tick(members, BEGIN + SECOND / 2);
    assertThat(log).isEmpty();
    upkeep.tick(members, BEGIN + SECOND);
    assertThat(log).containsExactly("e0 FAILURE_RATE");
    for (int i = 1; i < 4; i++) {
      endpoints[i].open = false;
    }
    upkeep.tick(members, BEGIN + SECOND + 1);
    assertThat(log).last().isEqualTo("panic begins");
    assertThat(members[0].isUsable()).isTrue();
  }

  @Test
  void inTenSecondsHalfOfTheCountsIsForgotten() {
    end(members[0], Outcome.FAILED, 1, 8);
    upkeep.tick(members, BEGIN + 10 * SECOND);
    assertThat(members[0].stats().calls()).isCloseTo(4, within(1e-9));
    assertThat(members[0].stats().failures()).isCloseTo(4, within(1e-9));
  }

  /** What part of a bad record is left after ten seconds in which so many calls began elsewhere. */
  private double leftAfterTenSeconds(int calls) {
    Member member = members[0];
    end(member, Outcome.FAILED, 1, 1);
    member.stats().forget(1, 1, 0); // it's new, and so isn't forgotten the first time
    double before = 1 - member.stats().success();
    begun(calls);
    upkeep.tick(members, BEGIN + 10 * SECOND);
    return (1 - member.stats().success()) / before;
  }

  @Test
  void whereManyCallsComeAHalfIsForgottenInThirtySeconds() {
    assertThat(leftAfterTenSeconds(1_000_000)).isCloseTo(Math.pow(0.5, 1 / 3.0), within(1e-9));
  }

  @Test
  void whereFewComeAHalfIsForgottenOverFiftyCallsOfEach() {
    // 40 calls in ten seconds are a rate of 2 a second: half of 4, as half of its reach has passed
    assertThat(leftAfterTenSeconds(40)).isCloseTo(Math.pow(0.5, 1 / 10.0), within(1e-9));
  }

  @Test
  void whereNoneComeAHalfIsForgottenInFiveMinutes() {
    assertThat(leftAfterTenSeconds(0)).isCloseTo(Math.pow(0.5, 1 / 30.0), within(1e-9));
  }

  @Test
  void howManyAreInFlightAsARuleIsByHowManyComeAndHowLongTheyTake() {
    endpoints[3].open = false;
    end(members[0], Outcome.ANSWERED, (long) (20 * MILLIS), 1);
    begun(10);
    upkeep.tick(members, BEGIN + SECOND);
    assertThat(totals.capacity).isEqualTo(3);
    // 5 a second, as half of its reach has passed, for 20 ms each, over what the three weigh
    assertThat(totals.usualInFlight).isCloseTo(5 * 0.02 / 3, within(1e-9));
    begun(10);
    upkeep.tick(members, BEGIN + 2 * SECOND);
    assertThat(totals.usualInFlight).isCloseTo(7.5 * 0.02 / 3, within(1e-9));
    upkeep.tick(members, BEGIN + 3 * SECOND);
    assertThat(totals.usualInFlight).isCloseTo(3.75 * 0.02 / 3, within(1e-9));
  }

  @Test
  void whereNobodyCanBeReachedNoneAre() {
    end(members[0], Outcome.ANSWERED, 5_000, 1);
    for (FakeEndpoint endpoint : endpoints) {
      endpoint.open = false;
    }
    begun(10);
    upkeep.tick(members, BEGIN + SECOND);
    assertThat(totals.capacity).isZero();
    assertThat(totals.usualInFlight).isZero();
  }

  @Test
  void theUsualServiceTimeIsWhatWeightsGoBy() {
    end(members[0], Outcome.ANSWERED, 1_000, 1);
    end(members[1], Outcome.ANSWERED, 1_000, 1);
    end(members[2], Outcome.ANSWERED, 4_000, 1);
    upkeep.tick(members, BEGIN + 1);
    assertThat(members[2].weight()).isCloseTo(0.25, within(1e-9));
    assertThat(members[3].weight()).isEqualTo(1);
  }
}
