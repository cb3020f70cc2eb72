package dev.vertxmesh.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConversionBudgetTest {

  private static final int MEBIBYTE = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget(4 * MEBIBYTE);
  private ConversionBudget conversion = ConversionBudget.begin(budget);

  @AfterEach
  void nothingIsKept() {
    conversion.close();
    assertThat(budget.taken()).isZero();
  }

  @Test
  void whatIsMadeIsTakenFromTheBudgetUntilTheConversionEnds() {
    ConversionBudget.current().add(MEBIBYTE);
    ConversionBudget.current().add(MEBIBYTE);
    assertThat(budget.taken()).isBetween(2L * MEBIBYTE - (64 << 10), 2L * MEBIBYTE);
    conversion.close();
    assertThat(budget.taken()).isZero();
    conversion = ConversionBudget.begin(budget);
  }

  @Test
  void aConversionInsideAnotherIsPartOfIt() {
    ConversionBudget inner = ConversionBudget.begin(budget);
    inner.add(MEBIBYTE);
    inner.close();
    assertThat(budget.taken()).isPositive();
  }

  @Test
  void whatNeverFitsSaysSo() {
    assertThatThrownBy(() -> conversion.add(5 * MEBIBYTE))
        .isInstanceOfSatisfying(OverBudgetException.class, e -> assertThat(e.fitsAlone()).isFalse())
        .hasMessage(
            "as objects it weighs more than the 4194304 bytes that there are for all together");
  }

  @Test
  void whatDoesNotFitBesideOthersMayFitLater() {
    assertThat(budget.take(3 * MEBIBYTE)).isTrue();
    assertThatThrownBy(() -> conversion.add(2 * MEBIBYTE))
        .isInstanceOfSatisfying(OverBudgetException.class, e -> assertThat(e.fitsAlone()).isTrue());
    budget.give(3 * MEBIBYTE);
    conversion.close();
    conversion = ConversionBudget.begin(budget);
    conversion.add(2 * MEBIBYTE);
  }

  @Test
  void outsideOfAConversionThereIsTheBoundAlone() {
    conversion.close();
    ConversionBudget.current().add(MEBIBYTE);
    assertThat(MemoryBudget.ofHeap().taken()).isZero();
    assertThatThrownBy(() -> ConversionBudget.current().add(Runtime.getRuntime().maxMemory()))
        .isInstanceOf(OverBudgetException.class);
    conversion = ConversionBudget.begin(budget);
  }

  @Test
  void smallThingsHaveAQuarterMore() {
    assertThat(budget.take(4 * MEBIBYTE)).isTrue();
    assertThat(budget.take(1)).isFalse();
    assertThat(budget.takeSmall(MEBIBYTE)).isTrue();
    assertThat(budget.takeSmall(1)).isFalse();
    budget.give(5 * MEBIBYTE);
  }

  @Test
  void theFirstSixtyFourKibibytesAreFree() {
    conversion.add(64 << 10);
    assertThat(budget.taken()).isZero();
    conversion.add(1);
    assertThat(budget.taken()).isPositive();
  }

  @Test
  void aConversionMayHaveAllThatThereIs() {
    conversion.add(4 * MEBIBYTE);
    assertThat(budget.taken()).isEqualTo(budget.most());
  }

  @Test
  void theProcesssBudgetIsThreeEighthsOfItsHeap() {
    assertThat(MemoryBudget.ofHeap().most()).isEqualTo(Runtime.getRuntime().maxMemory() * 3 / 8);
    conversion.close();
    long before = MemoryBudget.ofHeap().taken();
    try (ConversionBudget ofProcess = ConversionBudget.begin()) {
      ofProcess.add(MEBIBYTE);
      assertThat(MemoryBudget.ofHeap().taken()).isGreaterThan(before);
    }
    assertThat(MemoryBudget.ofHeap().taken()).isEqualTo(before);
    conversion = ConversionBudget.begin(budget);
  }

  @Test
  void aBudgetHasAByteAtLeast() {
    assertThat(new MemoryBudget(1).take(1)).isTrue();
    assertThatThrownBy(() -> new MemoryBudget(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory budget: 0 bytes, expected at least 1");
  }
}
