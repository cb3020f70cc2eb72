package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vertxmesh.balance.FakeEndpoint;
import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedRoundRobinTest {

  private final FakeEndpoint small = new FakeEndpoint("small", 1);
  private final FakeEndpoint medium = new FakeEndpoint("medium", 2);
  private final FakeEndpoint large = new FakeEndpoint("large", 3);
  private final Picker picker = roundRobin(small, medium, large);

  @Test
  void givesEachExactlyItsShareInEveryRound() {
    for (int round = 0; round < 100; round++) {
      assertThat(shares(6)).isEqualTo(Map.of(small, 1L, medium, 2L, large, 3L));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10, 100, 1_000})
  void sharesAreExactWithinHalfAPercentOver10000Picks(int count) {
    SplittableRandom chance = Members.chance();
    int[] weights = chance.ints(count, 1, 11).toArray();
    FakeEndpoint[] endpoints = Members.weighing(weights);
    Map<Endpoint, Long> shares = Members.shares(roundRobin(endpoints), 10_000);
    double sum = Arrays.stream(weights).sum();
    for (FakeEndpoint endpoint : endpoints) {
      double exact = 10_000 * endpoint.weight / sum;
      double off = Math.abs(shares.getOrDefault(endpoint, 0L) - exact);
      assertThat(off).isLessThanOrEqualTo(2); // of 10,000: 0.02 %
      assertThat(off / 10_000).isLessThan(0.005);
    }
  }

  @Test
  void givesNobodyABurst() {
    FakeEndpoint[] endpoints = Members.weighing(5, 3, 1, 1);
    Picker mixed = roundRobin(endpoints);
    List<Endpoint> order = Stream.generate(() -> mixed.pick(0).endpoint()).limit(1_000).toList();
    for (FakeEndpoint endpoint : endpoints) {
      for (int from = 0; from + 10 <= order.size(); from++) {
        long inTen = order.subList(from, from + 10).stream().filter(endpoint::equals).count();
        assertThat(inTen).isCloseTo(endpoint.weight, within(1L));
      }
    }
  }

  @Test
  void equalOnesComeInTurn() {
    Picker equal = roundRobin(Members.weighing(7, 7, 7, 7, 7));
    List<Member> round = Stream.generate(() -> equal.pick(0)).limit(5).toList();
    assertThat(round).doesNotHaveDuplicates();
    for (int i = 0; i < 20; i++) {
      assertThat(equal.pick(0)).isSameAs(round.get(i % 5));
    }
  }

  @Test
  void differentConsumersBeginAtDifferentPlaces() {
    Member[] members =
        Members.of(Members.weighing(IntStream.generate(() -> 1).limit(10).toArray()));
    SplittableRandom chance = Members.chance();
    Stream<Member> first =
        IntStream.range(0, 100)
            .mapToObj(i -> new WeightedRoundRobin(members, member -> false, chance).pick(0));
    assertThat(first.distinct().count()).isGreaterThan(5);
  }

  @Test
  void leavesOutWhoCannotBeReachedAndGivesItNoArrearsAfterwards() {
    large.open = false;
    assertThat(shares(300)).isEqualTo(Map.of(small, 100L, medium, 200L));
    large.open = true;
    Map<Endpoint, Long> after = shares(60);
    assertThat(after.get(large)).isBetween(29L, 31L);
    assertThat(after.get(medium)).isBetween(19L, 21L);
  }

  /** Its turn may fall to either side of a window; from then on shares are exact again. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 50, 149, 297})
  void whoHasJustComeBackIsATurnOffAtMostWhenWeightsAreLookedAtAnew(int picksBefore) {
    for (int since = 0; since < 30; since++) {
      Picker two = roundRobin(small, medium);
      small.open = false;
      Members.shares(two, 10);
      two.reweigh();
      small.open = true;
      Members.shares(two, since);
      long turns = Members.shares(two, picksBefore).getOrDefault(small, 0L);
      two.reweigh();
      turns += Members.shares(two, 300 - picksBefore).get(small);
      assertThat(turns).isBetween(99L, 101L);
      assertThat(Members.shares(two, 300)).isEqualTo(Map.of(small, 100L, medium, 200L));
    }
  }

  @Test
  void asksOnlyAFewOfManyThatCannotBeReached() {
    FakeEndpoint[] endpoints = Members.weighing(IntStream.generate(() -> 3).limit(1_000).toArray());
    for (int i = 1; i < endpoints.length; i++) {
      endpoints[i].open = false;
    }
    Picker few = roundRobin(endpoints);
    assertThat(Members.shares(few, 100)).isEqualTo(Map.of(endpoints[0], 100L));
    endpoints[500].open = true;
    Map<Endpoint, Long> found = Members.shares(few, 2_000);
    assertThat(found.get(endpoints[500])).isGreaterThan(400);
  }

  @Test
  void prefersThoseWithCredit() {
    large.freeCredit = 0;
    medium.freeCredit = -3;
    assertThat(shares(10)).isEqualTo(Map.of(small, 10L));
    large.freeCredit = 1;
    medium.freeCredit = 1;
    assertThat(shares(60).get(large)).isBetween(29L, 31L);
  }

  @Test
  void picksByWeightWhenNobodyHasCredit() {
    small.freeCredit = 0;
    medium.freeCredit = 0;
    large.freeCredit = 0;
    assertThat(shares(600)).isEqualTo(Map.of(small, 100L, medium, 200L, large, 300L));
  }

  @Test
  void picksNobodyWhenNobodyCanBeReached() {
    Stream.of(small, medium, large).forEach(endpoint -> endpoint.open = false);
    assertThat(picker.pick(0)).isNull();
    medium.open = true;
    assertThat(picker.pick(0).endpoint()).isSameAs(medium);
  }

  @Test
  void followsWeightsThatChange() {
    Member[] members = Members.of(small, medium, large);
    Picker changing = new WeightedRoundRobin(members, member -> false, Members.chance());
    Members.shares(changing, 100);
    members[0].weight(9_000);
    members[1].weight(500);
    members[2].weight(500);
    changing.reweigh();
    Map<Endpoint, Long> shares = Members.shares(changing, 10_000);
    assertThat(shares.get(small)).isCloseTo(9_000, within(10L));
    assertThat(shares.get(large)).isCloseTo(500, within(3L));
  }

  @Test
  void oneThatHadBecomeVeryRareComesSoonWhenItWeighsMoreAgain() {
    Member[] members = Members.of(small, large);
    Picker changing = new WeightedRoundRobin(members, member -> false, Members.chance());
    members[0].weight(0.0001);
    changing.reweigh();
    Members.shares(changing, 50);
    members[0].weight(3);
    changing.reweigh();
    assertThat(Members.shares(changing, 10).get(small)).isBetween(4L, 6L);
  }

  @Test
  void passesOverWhoIsHeldBack() {
    Member[] members = Members.of(small, medium, large);
    Picker braked =
        new WeightedRoundRobin(members, member -> member.endpoint() == large, Members.chance());
    assertThat(Members.shares(braked, 300)).isEqualTo(Map.of(small, 100L, medium, 200L));
  }

  private static Picker roundRobin(FakeEndpoint... endpoints) {
    return new WeightedRoundRobin(
        Members.of(endpoints), WeightedRoundRobin.Brake.NONE, Members.chance());
  }

  private Map<Endpoint, Long> shares(int picks) {
    return Members.shares(picker, picks);
  }
}
