package dev.vertxmesh.ingress;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.memory.MemoryBudget;

/**
 * The heap's budget, which all tests of this JVM share: calls of one that has ended may give back
 * what they held while the next one runs.
 */
public final class HeapAtRest {

  private HeapAtRest() {}

  /** When nobody holds any of it. */
  public static MemoryBudget budget() {
    MemoryBudget heap = MemoryBudget.ofHeap();
    await().until(() -> heap.taken() == 0);
    return heap;
  }
}
