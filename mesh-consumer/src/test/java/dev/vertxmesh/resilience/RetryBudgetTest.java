package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryBudgetTest {

  private static final long SECOND = 1_000_000_000L;

  private long now = Long.MAX_VALUE - SECOND; // the clock may run over, as nanoTime may
  private final RetryBudget budget = new RetryBudget(20, () -> now);

  private int spendAll() {
    int spent = 0;
    while (budget.spend()) {
      spent++;
    }
    return spent;
  }

  @Test
  void beginsWithTenSecondsWorth() {
    assertThat(spendAll()).isEqualTo(100);
  }

  @Test
  void aHundredCallsEarnTwentyMore() {
    spendAll();
    for (int i = 0; i < 100; i++) {
      budget.earn();
    }
    assertThat(spendAll()).isEqualTo(20);
  }

  @Test
  void aSecondWithoutCallsGivesTen() {
    spendAll();
    for (int i = 0; i < 1_000; i++) {
      now += SECOND / 1_000; // no fraction is lost on the way
      budget.spend();
    }
    assertThat(spendAll()).isZero();
    now += 3 * SECOND;
    assertThat(spendAll()).isEqualTo(30);
  }

  @Test
  void holdsAThousandAtMost() {
    for (int i = 0; i < 1_000_000; i++) {
      budget.earn();
    }
    assertThat(spendAll()).isEqualTo(1_000);
  }

  @Test
  void allowsNothingAtZeroPercent() {
    RetryBudget none = new RetryBudget(0, () -> now);
    none.earn();
    now += 5 * SECOND;
    assertThat(none.spend()).isFalse();
  }
}
