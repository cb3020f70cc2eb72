package dev.vertxmesh.discovery.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentlySeenTest {

  private final RecentlySeen<List<Integer>> seen = new RecentlySeen<>(1);

  @Test
  void thoseThatAreEqualAreTheSameUntilAnotherTakesTheirPlace() {
    List<Integer> first = List.of(1);
    assertThat(seen.of(first)).isSameAs(first);
    assertThat(seen.of(List.of(1))).isSameAs(first);
    assertThat(seen.of(List.of(2))).containsExactly(2);
    assertThat(seen.of(List.of(1))).isEqualTo(first).isNotSameAs(first);
  }
}
