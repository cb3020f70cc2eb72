package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much is enough, to the last call and nanosecond. */
class EjectorBoundsTest {

  private static final long USUAL = Members.millis(5);

  private final List<String> log = new ArrayList<>();
  private Member[] members;

  private Ejector ejector(int count, EjectionOptions options) {
    members = Members.of(Members.weighing(IntStream.generate(() -> 1).limit(count).toArray()));
    Ejector ejector = new Ejector(Members.HELLO, options, new Log());
    ejector.members(members);
    return ejector;
  }

  private Ejector ejector(int count) {
    return ejector(count, EjectionOptions.DEFAULT);
  }

  private void end(int member, Outcome outcome, int times, long took) {
    for (int i = 0; i < times; i++) {
      members[member].stats().begun();
      members[member].stats().ended(outcome, took, took, 0);
    }
  }

  private void end(int member, Outcome outcome, int times) {
    end(member, outcome, times, USUAL);
  }

  private void failInARow(Ejector ejector, int member, int times) {
    for (int i = 0; i < times; i++) {
      end(member, Outcome.FAILED, 1);
      ejector.ended(members[member], Outcome.FAILED, 0);
    }
  }

  @Test
  void twentyCallsAreEnoughToCompare() {
    Ejector ejector = ejector(2);
    end(0, Outcome.FAILED, 19);
    ejector.compare(USUAL, 0);
    assertThat(log).isEmpty();
    assertThat(ejector.hasEjected()).isFalse();
    end(0, Outcome.FAILED, 1);
    ejector.compare(USUAL, 0);
    assertThat(log)
        .containsExactly("e0 FAILURE_RATE 5000 ms: 100 % of its calls fail, of its peers' 0 %");
    assertThat(ejector.hasEjected()).isTrue();
  }

  @Test
  void aFifthMoreThanTwiceThePartOfItsPeersIsEnough() {
    Ejector ejector = ejector(3);
    end(0, Outcome.FAILED, 7);
    end(0, Outcome.ANSWERED, 13);
    end(1, Outcome.FAILED, 1);
    end(1, Outcome.ANSWERED, 4);
    end(2, Outcome.ANSWERED, 5);
    ejector.compare(USUAL, 0);
    assertThat(log).isEmpty();
    ejector = ejector(3);
    end(0, Outcome.FAILED, 8);
    end(0, Outcome.ANSWERED, 12);
    end(1, Outcome.FAILED, 1);
    end(1, Outcome.ANSWERED, 4);
    end(2, Outcome.ANSWERED, 5);
    ejector.compare(USUAL, 0);
    assertThat(log)
        .containsExactly("e0 FAILURE_RATE 5000 ms: 40 % of its calls fail, of its peers' 10 %");
  }

  @Test
  void sixteenAnswersAreEnoughToSayThatItIsSlow() {
    Ejector ejector = ejector(2);
    end(0, Outcome.ANSWERED, 15, 21 * USUAL);
    ejector.compare(USUAL, 0);
    assertThat(log).isEmpty();
    end(0, Outcome.ANSWERED, 1, 21 * USUAL);
    ejector.compare(0, 0);
    assertThat(log).as("as long as nobody knows what is usual").isEmpty();
    ejector.compare(USUAL, 0);
    assertThat(log).containsExactly("e0 SLOW 5000 ms: calls take 105.0 ms, elsewhere 5.0 ms");
  }

  @Test
  void twentyTimesAsLongIsNotYetSlow() {
    Ejector ejector = ejector(2);
    end(0, Outcome.ANSWERED, 16, 20 * USUAL);
    end(1, Outcome.ANSWERED, 16, 20 * USUAL + 1);
    ejector.compare(USUAL, 0);
    assertThat(log).containsExactly("e1 SLOW 5000 ms: calls take 100.0 ms, elsewhere 5.0 ms");
  }

  @Test
  void whatIsSwitchedOffIsNoCause() {
    Ejector ejector = ejector(2, new EjectionOptions(0, 0, 0, 5_000, 0.5));
    failInARow(ejector, 0, 100);
    end(1, Outcome.ANSWERED, 100, 100 * USUAL);
    ejector.compare(USUAL, 0);
    assertThat(log).isEmpty();
  }

  @Test
  void thePartThatMayBeLeftOutIsRoundedDownToOneAtLeast() {
    assertThat(leftOut(1, 1)).isZero();
    assertThat(leftOut(2, 0.4)).isEqualTo(1);
    assertThat(leftOut(3, 0.5)).isEqualTo(1);
    assertThat(leftOut(4, 0.5)).isEqualTo(2);
    assertThat(leftOut(4, 0)).isZero();
    assertThat(leftOut(3, 1)).isEqualTo(3);
  }

  private long leftOut(int count, double mostPart) {
    log.clear();
    Ejector ejector = ejector(count, new EjectionOptions(5, 0.2, 20, 5_000, mostPart));
    for (int i = 0; i < count; i++) {
      failInARow(ejector, i, 5);
    }
    return log.stream().filter(line -> line.contains("FAILURES_IN_A_ROW")).count();
  }

  @Test
  void theTimeIsDoubledToFiveMinutesOrWhatItIsAtFirst() {
    Ejector ejector = ejector(2, new EjectionOptions(5, 0, 0, 100_000, 0.5));
    failInARow(ejector, 0, 5);
    for (int i = 0; i < 3; i++) {
      ejector.probed(members[0], Outcome.FAILED, 1, USUAL, 0);
    }
    ejector = ejector(2, new EjectionOptions(5, 0, 0, 600_000, 0.5));
    failInARow(ejector, 0, 5);
    ejector.probed(members[0], Outcome.FAILED, 1, USUAL, 0);
    assertThat(log.stream().map(line -> line.replaceAll(":.*", "")))
        .containsExactly(
            "e0 FAILURES_IN_A_ROW 100000 ms",
            "e0 PROBE 200000 ms",
            "e0 PROBE 300000 ms",
            "e0 PROBE 300000 ms",
            "e0 FAILURES_IN_A_ROW 600000 ms",
            "e0 PROBE 600000 ms");
  }

  @Test
  void aTrialThatTookTwentyTimesAsLongAsUsualBringsItBackAndClearsItsRecord() {
    Ejector ejector = ejector(2);
    failInARow(ejector, 0, 5);
    ejector.probed(members[0], Outcome.ANSWERED, 20 * USUAL + 1, USUAL, 0);
    assertThat(log).last().isEqualTo("e0 PROBE 10000 ms: the call that tried it took 100.0 ms");
    assertThat(members[0].stats().failuresInARow()).isEqualTo(5);
    ejector.probed(members[0], Outcome.ANSWERED, 20 * USUAL, USUAL, 0);
    assertThat(log).last().isEqualTo("e0 back");
    assertThat(members[0].stats().failuresInARow()).isZero();
    assertThat(ejector.hasEjected()).isFalse();
    ejector.probed(members[0], Outcome.FAILED, 1, USUAL, 0);
    assertThat(log).as("it's another one by now").last().isEqualTo("e0 back");
  }

  @Test
  void thoseWhoseTimeIsOverAreTriedInTurn() {
    Ejector ejector = ejector(4);
    failInARow(ejector, 0, 5);
    failInARow(ejector, 1, 5);
    long due = Members.seconds(5);
    assertThat(ejector.probe(due - 1, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(due - 1, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isSameAs(members[1]);
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isSameAs(members[0]);
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isNull();
    long lapsed = due + Members.seconds(300);
    assertThat(ejector.probe(lapsed - 1, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(lapsed - 1, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(lapsed, Ejector.ANYBODY)).isSameAs(members[1]);
  }

  @Test
  void nobodyIsTriedByACallThatItMayNotHaveOrCannotTake() {
    Ejector ejector = ejector(2);
    failInARow(ejector, 0, 5);
    long due = Members.seconds(5);
    FakeEndpoint endpoint = (FakeEndpoint) members[0].endpoint();
    assertThat(ejector.probe(due, member -> member != members[0])).isNull();
    endpoint.open = false;
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isNull();
    endpoint.open = true;
    endpoint.freeCredit = 0;
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isNull();
    assertThat(members[0].ejection().isProbing()).isFalse();
    endpoint.freeCredit = 1;
    assertThat(ejector.probe(due, member -> member == members[0])).isSameAs(members[0]);
    assertThat(members[0].ejection().isProbing()).isTrue();
  }

  @Test
  void halfOfThoseThatCanBeReachedIsNoPanicAndMoreIs() {
    Ejector ejector = ejector(4, new EjectionOptions(5, 0, 0, 5_000, 1));
    failInARow(ejector, 0, 5);
    failInARow(ejector, 1, 5);
    assertThat(log).doesNotContain("panic begins");
    assertThat(members[0].isUsable()).isFalse();
    failInARow(ejector, 2, 5);
    assertThat(log).last().isEqualTo("panic begins");
    assertThat(members).as("nobody is left out").allMatch(Member::isUsable);
    ejector.probed(members[1], Outcome.ANSWERED, 1, 0, 0);
    assertThat(log).last().isEqualTo("panic ends");
    assertThat(members[0].isUsable()).isFalse();
    assertThat(members[1].isUsable()).isTrue();
    ejector.members(new Member[] {members[0], members[1]});
    assertThat(log).last().isEqualTo("panic ends");
    ejector.members(new Member[] {members[0]});
    assertThat(log).last().isEqualTo("panic begins");
    assertThat(ejector.hasEjected()).isTrue();
    ejector.members(new Member[] {members[1]});
    assertThat(ejector.hasEjected()).isFalse();
  }

  @Test
  void aTrialThatTellsNothingIsFollowedByAnotherAtOnceOrLater() {
    Ejector ejector = ejector(2);
    failInARow(ejector, 0, 5);
    long due = Members.seconds(5);
    ejector.probe(due, Ejector.ANYBODY);
    ejector.probed(members[0], Outcome.IGNORED, 1, USUAL, due);
    assertThat(ejector.probe(due, Ejector.ANYBODY)).isSameAs(members[0]);
    ejector.probed(members[0], Outcome.GIVEN_UP, 20 * USUAL, USUAL, due);
    assertThat(ejector.probe(2 * due - 1, Ejector.ANYBODY)).isNull();
    assertThat(ejector.probe(2 * due, Ejector.ANYBODY)).isSameAs(members[0]);
    ejector.probed(members[0], Outcome.FULL, 21 * USUAL, USUAL, due);
    assertThat(log).as("how long a refusal took says nothing").hasSize(1);
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
