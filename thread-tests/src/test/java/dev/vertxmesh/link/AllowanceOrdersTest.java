package dev.vertxmesh.link;

import dev.vertxmesh.threads.Orders;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

@Param(name = "amount", gen = IntGen.class, conf = "1:6")
public class AllowanceOrdersTest {

  private final Allowance allowance = new Allowance(8);

  @Operation
  public boolean take(@Param(name = "amount") int amount) {
    return allowance.take(amount);
  }

  @Operation
  public void give() {
    allowance.give(1);
  }

  @Operation
  public long taken() {
    return allowance.taken();
  }

  @Test
  void aLinkIsRefusedOnlyWhatIsNotThere() {
    Orders.check(AllowanceOrdersTest.class);
  }
}
