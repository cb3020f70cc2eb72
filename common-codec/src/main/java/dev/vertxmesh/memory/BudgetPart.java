package dev.vertxmesh.memory;

/**
 * What one owner has of a budget, where that changes often and by little: it's taken and given back
 * in blocks of 64 KiB, of which the first is free. One thread.
 *
 * <p>Who is refused has less than he holds, until he holds less or there's room: it's for him to
 * bound how much that may be.
 */
public final class BudgetPart {

  private static final long BLOCK = 64 << 10;

  private final MemoryBudget budget;
  private long taken;

  public BudgetPart(MemoryBudget budget) {
    this.budget = budget;
  }

  /**
   * So many bytes are held now.
   *
   * @return false if there's no room for them: then what was taken stays
   */
  public boolean hold(long bytes) {
    long wanted = Math.max(0, bytes - 1) / BLOCK * BLOCK;
    if (wanted > taken) {
      if (!budget.take(wanted - taken)) {
        return false;
      }
      taken = wanted;
    } else if (wanted + BLOCK < taken || bytes == 0) { // else a block more is soon wanted again
      budget.give(taken - wanted);
      taken = wanted;
    }
    return true;
  }
}
