package dev.vertxmesh.memory;

import dev.vertxmesh.threads.Orders;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

@Param(name = "bytes", gen = IntGen.class, conf = "1:6")
public class MemoryBudgetOrdersTest {

  private final MemoryBudget budget = new MemoryBudget(8);

  @Operation
  public boolean take(@Param(name = "bytes") int bytes) {
    return budget.take(bytes);
  }

  @Operation
  public boolean takeSmall() {
    return budget.takeSmall(1);
  }

  @Operation
  public void give() {
    budget.give(1);
  }

  @Operation
  public long taken() {
    return budget.taken();
  }

  @Test
  void whatManyTakeAtOnceIsWhatTheyWouldHaveOneAfterAnother() {
    Orders.check(MemoryBudgetOrdersTest.class);
  }
}
