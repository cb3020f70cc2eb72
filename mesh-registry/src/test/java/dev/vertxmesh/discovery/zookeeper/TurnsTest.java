package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private final Turns turns = new Turns(2);
  private final List<Integer> asked = new ArrayList<>();

  @Test
  void soManyAreAskedAtATimeAndTheOthersInTheirOrder() {
    IntStream.range(0, 5).forEach(i -> turns.begin(() -> asked.add(i)));
    assertThat(asked).containsExactly(0, 1);
    turns.end();
    assertThat(asked).containsExactly(0, 1, 2);
    turns.end();
    turns.end();
    assertThat(asked).containsExactly(0, 1, 2, 3, 4);
    turns.end();
    turns.end();
    turns.begin(() -> asked.add(5));
    assertThat(asked).endsWith(5);
  }

  /** Each within the one before would need a stack of them all. */
  @Test
  void thousandsMayFailAtOnce() {
    turns.begin(() -> {});
    turns.begin(() -> {});
    IntStream.range(0, 100_000)
        .forEach(
            i ->
                turns.begin(
                    () -> {
                      asked.add(i);
                      turns.end();
                    }));
    turns.end();
    assertThat(asked).hasSize(100_000);
  }
}
