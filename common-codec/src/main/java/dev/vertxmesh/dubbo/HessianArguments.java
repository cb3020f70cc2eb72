package dev.vertxmesh.dubbo;

import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;

/**
 * Writes the arguments of one request. What isn't simple goes to hessian-lite, and all of it to the
 * same output, because types and references are numbered through a whole body.
 */
public final class HessianArguments {

  private static final SerializerFactory SERIALIZERS =
      new SerializerFactory(HessianArguments.class.getClassLoader());

  private final ByteBuf out;
  private Hessian2Output output;

  public HessianArguments(ByteBuf out) {
    this.out = out;
  }

  /**
   * @param value null, a boxed primitive, a string, a list, a map or an array of such
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
        output = new Hessian2Output(new ByteBufOutputStream(out));
        output.setSerializerFactory(SERIALIZERS);
      }
      output.writeObject(value);
      output.flushBuffer();
    } catch (IOException | RuntimeException e) {
      throw new DubboCodecException(
          "hessian can't write a " + value.getClass().getName() + ": " + e.getMessage());
    }
  }
}
