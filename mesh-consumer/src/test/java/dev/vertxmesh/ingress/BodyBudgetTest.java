package dev.vertxmesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.memory.MemoryBudget;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {

  private static final int MOST = 8 * BodyBudget.SMALL;

  private final MemoryBudget budget = new MemoryBudget(MOST);
  private final BodyBudget bodies = new BodyBudget(budget);

  @Test
  void aBodyTakesWhatItGrowsByAndGivesBackWhatItShrinksBy() {
    assertThat(bodies.most()).isEqualTo(MOST);
    assertThat(bodies.resize(0, 5_000)).isTrue();
    assertThat(bodies.resize(5_000, 6_000)).isTrue();
    assertThat(budget.taken()).isEqualTo(6_000);
    assertThat(bodies.resize(6_000, 6_000)).isTrue();
    assertThat(bodies.resize(6_000, 1_000)).isTrue();
    assertThat(budget.taken()).isEqualTo(1_000);
    assertThat(bodies.resize(1_000, 0)).isTrue();
    assertThat(budget.taken()).isZero();
  }

  @Test
  void oneThatDoesNotFitChangesNothing() {
    bodies.resize(0, MOST - 100);
    assertThat(bodies.resize(0, BodyBudget.SMALL + 1)).isFalse();
    assertThat(bodies.resize(MOST - 100, MOST + 1)).isFalse();
    assertThat(budget.taken()).isEqualTo(MOST - 100);
  }

  @Test
  void smallOnesHaveAQuarterMore() {
    bodies.resize(0, MOST);
    assertThat(bodies.resize(0, BodyBudget.SMALL)).isTrue();
    assertThat(bodies.resize(0, BodyBudget.SMALL)).isTrue();
    assertThat(bodies.resize(0, 1)).isFalse();
  }

  @Test
  void aSmallOneTakesWhatItGrowsByToo() {
    bodies.resize(0, 1_000);
    bodies.resize(1_000, 2_000);
    assertThat(budget.taken()).isEqualTo(2_000);
  }

  @Test
  void oneMayShrinkThoughThereIsMoreThanMayBe() {
    bodies.resize(0, MOST);
    bodies.resize(0, BodyBudget.SMALL);
    assertThat(bodies.resize(MOST, MOST - 1)).isTrue();
  }
}
