package dev.vertxmesh.link.setup;

import dev.vertxmesh.threads.Orders;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

@Param(name = "amount", gen = IntGen.class, conf = "1:6")
public class QuotaOrdersTest {

  private final Quota quota = new Quota(8);

  @Operation
  public boolean take(@Param(name = "amount") int amount) {
    return quota.take(amount);
  }

  @Operation
  public void give() {
    quota.give(1);
  }

  @Operation
  public long taken() {
    return quota.taken();
  }

  @Test
  void aLinkIsRefusedOnlyWhatIsNotThere() {
    Orders.check(QuotaOrdersTest.class);
  }
}
