package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever makes up names, and how many: what is kept is bounded, and nobody's counter is lost. */
class CounterTableTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CounterRoom room = new CounterRoom(200_000);
  private final CounterTable table =
      new CounterTable(room, key -> new Counter(new TokenBucket(1, 2, 0), null));
  private final CounterKey key = new CounterKey(1);

  private Counter of(String name, long now) {
    key.part(0, name);
    return table.of(key, now);
  }

  @Test
  void aNameHasOneCounterAndOthersHaveOthers() {
    assertThat(of("shop", 0)).isSameAs(of("shop", 1)).isNotSameAs(of("guest", 1));
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void aMillionNamesTakeNoMoreThanHalfOfTheRoom() {
    for (int i = 0; i < 1_000_000; i++) {
      of("stranger" + i, i).take(0, 0, i);
    }
    assertThat(room.taken()).isPositive().isLessThanOrEqualTo(room.mostOfOne());
    assertThat(table.size()).isBetween(100, 1_000);
    table.close();
    assertThat(room.taken()).isZero();
  }

  @Test
  void whoHasHadAllIsRefusedStillAfterAFloodOfNames() {
    of("greedy", 0).take(0, 0, 0);
    of("greedy", 0).take(0, 0, 0);
    for (int i = 0; i < 100_000; i++) {
      of("stranger" + i, 1).take(0, 0, 1);
      if (i % 10 == 0) {
        assertThat(of("greedy", 1).take(0, 0, 1)).isEqualTo(Bound.CALLS);
      }
    }
  }

  @Test
  void whoCameInAFloodThatIsOverHasACounterAgain() {
    for (int i = 0; i < 1_000; i++) {
      of("stranger" + i, 0).take(0, 0, 0);
    }
    Counter late = of("late", 10 * SECOND);
    assertThat(late).isNotSameAs(table.shared()).isSameAs(of("late", 10 * SECOND));
  }

  @Test
  void whereAllAreInUseNewNamesShareOne() {
    for (int i = 0; i < 1_000; i++) {
      of("busy" + i, 0).take(1, 0, 0); // none of them ends
    }
    assertThat(of("new", 0)).isSameAs(table.shared()).isSameAs(of("newer", 0));
  }

  @Test
  void whoAsksOnceItIsClosedTakesNoRoom() {
    of("shop", 0);
    table.close();
    assertThat(of("shop", 0).take(0, 0, 0)).isNull();
    assertThat(of("guest", 0).take(0, 0, 0)).isNull();
    assertThat(room.taken()).isZero();
    assertThat(table.size()).isZero();
  }

  @Test
  void aLongNameHasNoCounterOfItsOwn() {
    assertThat(of("x".repeat(CounterKey.LONGEST + 1), 0)).isSameAs(table.shared());
    assertThat(table.size()).isZero();
  }
}
