package dev.vertxmesh.listen;

import dev.vertxmesh.threads.Orders;
import java.net.InetAddress;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

public class ConnectionCountOrdersTest {

  private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  private final ConnectionCount count = new ConnectionCount(5, 2);

  @Operation
  public boolean http1() {
    return count.add(1);
  }

  @Operation
  public boolean http2() {
    return count.add(ConnectionCount.HTTP2);
  }

  @Operation
  public void gone() {
    count.remove(1);
  }

  @Operation
  public int open() {
    return count.open();
  }

  @Operation
  public boolean from() {
    return count.addFrom(ADDRESS);
  }

  @Operation
  public void goneFrom() {
    count.removeFrom(ADDRESS);
  }

  @Test
  void aConnectionIsRefusedOnlyIfThereIsNoRoom() {
    Orders.check(ConnectionCountOrdersTest.class);
  }
}
