package dev.vertxmesh.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BudgetPartTest {

  private static final long BLOCK = 64 << 10;

  private final MemoryBudget budget = new MemoryBudget(4 * BLOCK);
  private final BudgetPart part = new BudgetPart(budget);

  private void assertTaken(long held, long blocks) {
    assertThat(part.hold(held)).as("%d bytes", held).isTrue();
    assertThat(budget.taken()).as("for %d bytes", held).isEqualTo(blocks * BLOCK);
  }

  @Test
  void theFirstBlockIsFreeAndOthersAreTakenWhole() {
    assertTaken(1, 0);
    assertTaken(BLOCK, 0);
    assertTaken(BLOCK + 1, 1);
    assertTaken(2 * BLOCK, 1);
    assertTaken(3 * BLOCK + 1, 3);
  }

  @Test
  void aBlockIsKeptForWhatComesAgainUntilLittleIsLeft() {
    assertTaken(4 * BLOCK, 3);
    assertTaken(3 * BLOCK, 3);
    assertTaken(2 * BLOCK, 1);
    assertTaken(BLOCK, 1);
    assertTaken(0, 0);
    assertTaken(4 * BLOCK, 3);
    assertTaken(BLOCK, 0);
  }

  @Test
  void whereThereIsNoRoomWhatWasTakenStays() {
    assertTaken(3 * BLOCK, 2);
    assertThat(budget.take(2 * BLOCK)).isTrue();
    assertThat(part.hold(4 * BLOCK)).isFalse();
    assertThat(budget.taken()).isEqualTo(4 * BLOCK);
    assertThat(part.hold(0)).isTrue();
    assertThat(budget.taken()).isEqualTo(2 * BLOCK);
  }
}
