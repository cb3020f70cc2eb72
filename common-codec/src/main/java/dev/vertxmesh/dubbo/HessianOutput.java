package dev.vertxmesh.dubbo;

import com.alibaba.com.caucho.hessian.io.AbstractHessianOutput;
import com.alibaba.com.caucho.hessian.io.AbstractSerializer;
import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.Serializer;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;

/** hessian-lite's output, to which a {@link WireObject} is an object of the class that it names. */
final class HessianOutput extends Hessian2Output {

  private static final SerializerFactory SERIALIZERS = new Serializers();

  private final ByteBuf out;
  private int depth;

  HessianOutput(ByteBuf out) {
    super(new ByteBufOutputStream(out));
    this.out = out;
    setSerializerFactory(SERIALIZERS);
  }

  @Override
  public void writeObject(Object value) throws IOException {
    if (++depth > Limits.MAX_DEPTH) {
      throw new DubboCodecException("values are nested more than " + Limits.MAX_DEPTH + " deep");
    }
    super.writeObject(value);
    depth--;
  }

  /**
   * Writes an object's start, before it the class's definition where it's the first of its shape.
   *
   * <p>hessian-lite has one definition for a name, but two objects of a class may have other
   * fields. So it numbers shapes, which it would write as names; that part of what it writes is
   * taken back.
   */
  private void begin(WireObject object) throws IOException {
    String shape = object.shape();
    flushBuffer();
    int start = out.writerIndex();
    if (writeObjectBegin(shape) != -1) {
      return;
    }
    flushBuffer();
    out.writerIndex(start);
    out.writeByte('C');
    HessianWriter.writeString(out, object.type());
    HessianWriter.writeInt(out, object.size());
    for (int i = 0; i < object.size(); i++) {
      HessianWriter.writeString(out, object.name(i));
    }
    writeObjectBegin(shape);
  }

  private static final class Serializers extends SerializerFactory {

    private static final Serializer WIRE_OBJECTS = new WireObjectWriter();

    Serializers() {
      super(HessianOutput.class.getClassLoader());
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Serializer getSerializer(Class type) throws HessianProtocolException {
      return type == WireObject.class ? WIRE_OBJECTS : super.getSerializer(type);
    }
  }

  private static final class WireObjectWriter extends AbstractSerializer {

    @Override
    public void writeObject(Object value, AbstractHessianOutput any) throws IOException {
      if (any.addRef(value)) {
        return;
      }
      WireObject object = (WireObject) value;
      ((HessianOutput) any).begin(object);
      for (int i = 0; i < object.size(); i++) {
        any.writeObject(object.value(i));
      }
    }
  }
}
