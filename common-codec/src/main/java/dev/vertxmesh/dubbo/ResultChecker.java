package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.hessian.HessianItems;
import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * Looks through results that pass unread, for classes that are denied. It steps over each value and
 * makes nothing of it. Keeps its room from one body to the next: one for each event loop.
 */
public final class ResultChecker {

  private final HessianItems hessian = new HessianItems();

  /**
   * Looks through the body of a response whose status is {@link DubboStatus#OK}; the buffer's
   * indices stay as they are.
   *
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if it names a class that is denied
   * @throws DubboCodecException if it isn't a row of values
   */
  public void check(int serialization, ByteBuf body) {
    ByteBuf values = body.slice(); // a slice, so that nothing reads past the body's end
    try {
      BodyItems items = Serialization.of(serialization, values).items(hessian);
      items.begin();
      while (values.isReadable()) {
        items.skip(values);
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new DubboCodecException("the result ends before its last value does");
    }
  }
}
