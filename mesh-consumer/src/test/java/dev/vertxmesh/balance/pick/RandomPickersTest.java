package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.FakeEndpoint;
import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Those that draw: weighted random, and the better of two. */
class RandomPickersTest {

  private final FakeEndpoint small = new FakeEndpoint("small", 1);
  private final FakeEndpoint medium = new FakeEndpoint("medium", 2);
  private final FakeEndpoint large = new FakeEndpoint("large", 7);
  private final Member[] members = Members.of(small, medium, large);

  @Test
  void randomFollowsTheWeights() {
    assertShares(random(), 0.1, 0.2, 0.7);
  }

  @Test
  void randomFollowsWeightsThatChange() {
    Picker picker = random();
    members[2].weight(1);
    picker.reweigh();
    assertShares(picker, 0.25, 0.5, 0.25);
  }

  @Test
  void randomPassesOverWhoCannotBeReachedAndKeepsTheOthersProportion() {
    large.open = false;
    assertShares(random(), 1 / 3.0, 2 / 3.0, 0);
  }

  @Test
  void evenTheRarestIsFoundWhenItIsTheOnlyOne() {
    members[0].weight(0.000001);
    large.open = false;
    medium.open = false;
    assertThat(random().pick(0).endpoint()).isSameAs(small);
  }

  @Test
  void allPreferThoseWithCreditAndTakeAnyWhenThereIsNone() {
    for (Picker picker : all().toList()) {
      large.freeCredit = 0;
      medium.freeCredit = 0;
      small.freeCredit = 1;
      assertThat(Members.shares(picker, 100)).isEqualTo(Map.of(small, 100L));
      small.freeCredit = 0;
      assertThat(Members.shares(picker, 3_000)).hasSize(3);
    }
  }

  @Test
  void allPickNobodyWhenNobodyCanBeReached() {
    Stream.of(small, medium, large).forEach(endpoint -> endpoint.open = false);
    assertThat(all().map(picker -> picker.pick(0))).containsOnlyNulls();
  }

  @Test
  void twoChoicesFollowTheWeightsWhileThereIsNothingToDo() {
    assertShares(twoChoices(LoadMetric.IN_FLIGHT), 0.1, 0.2, 0.7);
    assertShares(twoChoices(LoadMetric.PEAK_EWMA), 0.1, 0.2, 0.7);
  }

  @Test
  void twoChoicesLevelTheCallsInFlightByWeight() {
    Picker picker = twoChoices(LoadMetric.IN_FLIGHT);
    for (int i = 0; i < 1_000; i++) {
      ((FakeEndpoint) picker.pick(0).endpoint()).inFlight++; // nobody ever answers
    }
    assertThat(small.inFlight).isCloseTo(100, within(10));
    assertThat(medium.inFlight).isCloseTo(200, within(15));
    assertThat(large.inFlight).isCloseTo(700, within(20));
  }

  @Test
  void peakEwmaAvoidsWhoIsSlow() {
    FakeEndpoint[] equal = Members.weighing(1, 1, 1);
    Member[] three = Members.of(equal);
    for (int i = 0; i < 3; i++) {
      three[i].stats().begun();
      three[i].stats().ended(Outcome.ANSWERED, Members.millis(i == 0 ? 100 : 10), 0, 0);
    }
    Picker picker = new TwoChoices(three, LoadMetric.PEAK_EWMA, Members.chance());
    Map<Endpoint, Long> shares = Members.shares(picker, 10_000);
    // only when it's drawn against itself, four times more
    assertThat(shares.getOrDefault(equal[0], 0L)).isLessThan(100L);
    assertThat(shares.get(equal[1])).isCloseTo(5_000L, within(300L));
  }

  private Picker random() {
    return new WeightedRandom(members, Members.chance());
  }

  private Picker twoChoices(LoadMetric metric) {
    return new TwoChoices(members, metric, Members.chance());
  }

  private Stream<Picker> all() {
    return Stream.of(random(), twoChoices(LoadMetric.IN_FLIGHT), twoChoices(LoadMetric.PEAK_EWMA));
  }

  private void assertShares(Picker picker, double ofSmall, double ofMedium, double ofLarge) {
    int picks = 100_000;
    Map<Endpoint, Long> shares = Members.shares(picker, picks);
    double[] expected = {ofSmall, ofMedium, ofLarge};
    for (int i = 0; i < members.length; i++) {
      double share = shares.getOrDefault(members[i].endpoint(), 0L) / (double) picks;
      assertThat(share).isCloseTo(expected[i], within(0.01));
    }
  }
}
