package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * Writes the values of one hessian2 body. What isn't simple goes to hessian-lite, and all of it to
 * the same output, because types and references are numbered through a whole body.
 */
public final class HessianArguments implements ValueWriter {

  private final ByteBuf out;
  private HessianOutput output;

  public HessianArguments(ByteBuf out) {
    this.out = out;
  }

  @Override
  public void write(Object value) {
    if (!writeSimple(out, value)) {
      writeOther(value);
    }
  }

  /** All values of the body have been written. */
  public void end() {
    if (output != null) {
      output.giveBack();
      output = null;
    }
  }

  /** Whether it was a value that no numbering has to do with; else nothing was written. */
  public static boolean writeSimple(ByteBuf out, Object value) {
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
      return false;
    }
    return true;
  }

  private void writeOther(Object value) {
    try {
      if (output == null) {
        output = HessianOutput.to(out);
      }
      output.writeObject(value);
      output.flushBuffer();
    } catch (DubboCodecException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DubboCodecException(
          "hessian can't write a " + value.getClass().getName() + ": " + e.getMessage());
    }
  }
}
