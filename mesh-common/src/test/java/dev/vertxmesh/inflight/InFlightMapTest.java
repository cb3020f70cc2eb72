package dev.vertxmesh.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class InFlightMapTest {

  private final InFlightMap<String> map = new InFlightMap<>(0x1234_5678_9ABC_DEF0L);

  @Test
  void whatWasPutIsFoundUntilItIsTakenOut() {
    map.put(7, "seven");
    assertThat(map.get(7)).isEqualTo("seven");
    assertThat(map.contains(7)).isTrue();
    assertThat(map.get(8)).isNull();
    assertThat(map.remove(8)).isNull();
    assertThat(map.remove(7)).isEqualTo("seven");
    assertThat(map.contains(7)).isFalse();
    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void anotherWithTheSameNumberReplacesIt() {
    map.put(0, "one");
    map.put(0, "other");
    assertThat(map.size()).isEqualTo(1);
    assertThat(map.remove(0)).isEqualTo("other");
    assertThat(map.get(0)).isNull();
  }

  @Test
  void allAreListedInTheOrderOfTheirNumbers() {
    for (long id : new long[] {3, Long.MAX_VALUE, -2, 0, Long.MIN_VALUE}) {
      map.put(id, "" + id);
    }
    List<String> all = map.all();
    assertThat(all).containsExactly("" + Long.MIN_VALUE, "-2", "0", "3", "" + Long.MAX_VALUE);
    map.clear();
    assertThat(all).hasSize(5);
    assertThat(map.all()).isEmpty();
    assertThat(map.get(3)).isNull();
  }

  @Test
  void isTheSameAsAMapWhicheverNumbersComeAndGo() {
    compare(id -> id);
    compare(id -> -id);
    compare(id -> id << 20);
    compare(id -> id << 40 | id);
    compare(id -> id * 0x5851F42D4C957F2DL);
  }

  /** As those do who want each of them looked for behind all the others. */
  @Test
  void numbersThatAreTheSameButForAFewBitsDoNotFallTogether() {
    int count = 4_096;
    for (long seed : new long[] {0, -1, 0x1234_5678_9ABC_DEF0L}) {
      for (int shift = 0; shift <= Long.SIZE - 12; shift++) {
        InFlightMap<String> one = new InFlightMap<>(seed);
        for (long id = 0; id < count; id++) {
          one.put(id << shift, "x");
        }
        Map<Integer, Integer> together = new HashMap<>();
        for (long id = 0; id < count; id++) {
          together.merge(one.home(id << shift), 1, Integer::sum);
        }
        assertThat(together.values()).as("shift %d, seed %x", shift, seed).allMatch(n -> n <= 4);
      }
    }
  }

  /** Windows of numbers that count up, as calls do, of which some stay for long. */
  private void compare(LongUnaryOperator numbers) {
    Random random = new Random(1);
    Map<Long, String> expected = new TreeMap<>();
    for (int step = 0; step < 20_000; step++) {
      long id = numbers.applyAsLong(step);
      map.put(id, "" + id);
      expected.put(id, "" + id);
      int leaving = random.nextInt(step % 4_000 < 2_000 ? 2 : 5);
      for (int i = 0; i < leaving; i++) {
        long old = numbers.applyAsLong(Math.max(0, step - random.nextInt(600)));
        assertThat(map.remove(old)).isEqualTo(expected.remove(old));
      }
      assertThat(map.size()).isEqualTo(expected.size());
    }
    assertThat(map.all()).isEqualTo(List.copyOf(expected.values()));
    expected.keySet().forEach(id -> assertThat(map.remove(id)).isEqualTo("" + id));
    assertThat(map.isEmpty()).isTrue();
  }
}
