package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.ValueReader;
import io.netty.buffer.ByteBuf;

/**
 * A hessian2 body: simple values are read in place, until the first that isn't. From there on all
 * are hessian-lite's, which reads ahead.
 */
public final class HessianValues implements ValueReader {

  private final ByteBuf body;
  private HessianReader reader;

  public HessianValues(ByteBuf body) {
    this.body = body;
  }

  @Override
  public Object read() {
    if (reader == null) {
      Object simple = HessianScalars.read(body);
      if (simple != HessianScalars.NOT_SIMPLE) {
        return simple;
      }
      reader = new HessianReader(body);
    }
    return reader.readValue();
  }
}
