package dev.vertxmesh.dubbo.hessian;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Reads any hessian2 value by hessian-lite, held to what a stranger's bytes may do: no class that
 * they name is loaded, and depth and weight of values are bounded, so that neither the stack nor
 * memory runs out.
 *
 * <p>Values are null, Boolean, Integer, Long, Double, String, {@link java.util.Date}, byte[], List,
 * Map and {@link dev.vertxmesh.dubbo.wire.WireObject}. They may refer to one another in a circle.
 */
public final class HessianReader extends Hessian2Input {

  private final Limits limits = new Limits();

  public HessianReader(ByteBuf body) {
    super(new Body(body));
    limits.begin(body);
    setSerializerFactory(WireTypes.INSTANCE);
  }

  /**
   * @throws DubboCodecException if the bytes aren't a value, or one over the limits
   */
  public Object readValue() {
    try {
      return readObject();
    } catch (DubboCodecException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new DubboCodecException("not a hessian2 value: " + message);
    }
  }

  /** Every value passes here, those inside others too. */
  @Override
  public Object readObject(List<Class<?>> expectedTypes) throws IOException {
    limits.enter();
    Object value = super.readObject(expectedTypes);
    limits.leave(value);
    return value;
  }

  /**
   * Without what comes next, which hessian-lite reads and says as text: a list that is in another
   * many times may be longer so than memory.
   */
  @Override
  protected IOException expect(String expected, int tag) {
    String found = tag < 0 ? "the end" : "0x%02x".formatted(tag);
    return new HessianProtocolException("expected %s, here is %s".formatted(expected, found));
  }

  /** Fails at its end: hessian-lite would go on with bytes of its own making. */
  private static final class Body extends InputStream {

    private final ByteBuf body;

    Body(ByteBuf body) {
      this.body = body;
    }

    @Override
    public int read() throws IOException {
      checkEnd();
      return body.readUnsignedByte();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      checkEnd();
      int count = Math.min(length, body.readableBytes());
      body.readBytes(into, offset, count);
      return count;
    }

    private void checkEnd() throws EOFException {
      if (!body.isReadable()) {
        throw new EOFException("the body ends inside of it");
      }
    }
  }
}
