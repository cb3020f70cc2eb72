package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WeightedRoundRobinTest {

  private final FakeEndpoint small = new FakeEndpoint("small", 1);
  private final FakeEndpoint medium = new FakeEndpoint("medium", 2);
  private final FakeEndpoint large = new FakeEndpoint("large", 3);
  private final Picker picker = new WeightedRoundRobin(List.of(small, medium, large));

  @Test
  void givesEachExactlyItsShareInEveryRound() {
    for (int round = 0; round < 100; round++) {
      assertThat(shares(6)).isEqualTo(Map.of(small, 1L, medium, 2L, large, 3L));
    }
  }

  @Test
  void givesNobodyABurst() {
    small.weight = 5;
    medium.weight = 1;
    large.weight = 1;
    assertThat(Stream.generate(picker::pick).limit(7).map(Object::toString))
        .containsExactly("small", "small", "medium", "small", "large", "small", "small");
  }

  @Test
  void leavesOutWhoCannotBeReachedAndGivesItNoArrearsAfterwards() {
    large.open = false;
    assertThat(shares(300)).isEqualTo(Map.of(small, 100L, medium, 200L));
    large.open = true;
    assertThat(shares(6)).isEqualTo(Map.of(small, 1L, medium, 2L, large, 3L));
  }

  @Test
  void prefersThoseWithCredit() {
    large.freeCredit = 0;
    medium.freeCredit = -3;
    assertThat(shares(10)).isEqualTo(Map.of(small, 10L));
  }

  @Test
  void picksByWeightWhenNobodyHasCredit() {
    small.freeCredit = 0;
    medium.freeCredit = 0;
    large.freeCredit = 0;
    assertThat(shares(6)).isEqualTo(Map.of(small, 1L, medium, 2L, large, 3L));
  }

  @Test
  void picksNobodyWhenNobodyCanBeReached() {
    Stream.of(small, medium, large).forEach(endpoint -> endpoint.open = false);
    assertThat(picker.pick()).isNull();
  }

  private Map<Endpoint, Long> shares(int picks) {
    return Stream.generate(picker::pick)
        .limit(picks)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
