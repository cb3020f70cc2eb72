package dev.vertxmesh.ingress;

import dev.vertxmesh.memory.MemoryBudget;

/**
 * Bounds the bytes of all request bodies that wait, from their first byte until their call has
 * ended, so that many large ones are refused instead of ending the process. Small ones may go over
 * the bound by a quarter: they must get through while large ones wait.
 */
public final class BodyBudget {

  /** Up to this many bytes a body is small. */
  static final int SMALL = 4 << 10;

  private final MemoryBudget budget;

  /**
   * @param budget what the bodies share, with each other and with whatever else is charged to it
   */
  public BodyBudget(MemoryBudget budget) {
    this.budget = budget;
  }

  /** A body grows or shrinks; changes nothing and returns false when there isn't that much left. */
  public boolean resize(int from, int to) {
    if (to <= from) {
      budget.give(from - to);
      return true;
    }
    return to <= SMALL ? budget.takeSmall(to - from) : budget.take(to - from);
  }

  public long most() {
    return budget.most();
  }
}
