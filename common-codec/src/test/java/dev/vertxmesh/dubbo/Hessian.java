package dev.vertxmesh.dubbo;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;

/** What the tests compare with: hessian-lite as Dubbo uses it, and hexadecimal. */
public final class Hessian {

  private Hessian() {}

  /** The values one after the other, in one stream. */
  public static byte[] bytes(Object... values) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Hessian2Output out = new Hessian2Output(bytes);
      out.getSerializerFactory().setAllowNonSerializable(true);
      for (Object value : values) {
        out.writeObject(value);
      }
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static ByteBuf buffer(Object... values) {
    return Unpooled.wrappedBuffer(bytes(values));
  }

  static Hessian2Input input(ByteBuf in) {
    return new Hessian2Input(new ByteBufInputStream(in));
  }

  public static ByteBuf unhex(String hex) {
    return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /** The hexadecimal of all that was written; releases it. */
  public static String hex(ByteBuf out) {
    String hex = ByteBufUtil.hexDump(out);
    out.release();
    return hex;
  }
}
