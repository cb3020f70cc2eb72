package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * Writes the arguments of one request. What isn't simple goes to hessian-lite, and all of it to the
 * same output, because types and references are numbered through a whole body.
 */
public final class HessianArguments {

  private final ByteBuf out;
  private HessianOutput output;

  public HessianArguments(ByteBuf out) {
    this.out = out;
  }

  /**
   * @param value null, a boxed primitive, a string, a list, a map or an array of such, a {@link
   *     WireObject}, {@link WireList} or {@link WireMap}
   * @throws DubboCodecException if hessian-lite can't write it
   */
  public void write(Object value) {
    if (value == null) {
      HessianWriter.writeNull(out);
    } else if (value instanceof CharSequence text) {
      HessianWriter.writeString(out, text);
    } else if (value instanceof Boolean truth) {
      HessianWriter.writeBoolean(out, truth);
    } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      HessianWriter.writeInt(out, ((Number) value).intValue());
    } else if (value instanceof Long number) {
      HessianWriter.writeLong(out, number);
    } else if (value instanceof Double number) {
      HessianWriter.writeDouble(out, number);
    } else {
      writeOther(value);
    }
  }

  private void writeOther(Object value) {
    try {
      if (output == null) {
        output = new HessianOutput(out);
      }
      output.writeObject(value);
      output.flushBuffer();
    } catch (IOException | RuntimeException e) {
      throw new DubboCodecException(
          "hessian can't write a " + value.getClass().getName() + ": " + e.getMessage());
    }
  }
}
