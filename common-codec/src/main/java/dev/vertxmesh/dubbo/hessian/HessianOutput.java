package dev.vertxmesh.dubbo.hessian;

import com.alibaba.com.caucho.hessian.io.AbstractHessianOutput;
import com.alibaba.com.caucho.hessian.io.AbstractSerializer;
import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.Serializer;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * hessian-lite's output, to which a {@link WireObject}, a {@link WireList} and a {@link WireMap}
 * are of the class that they name.
 */
final class HessianOutput extends Hessian2Output {

  private static final SerializerFactory SERIALIZERS = new Serializers();

  /** Who has written more isn't used again: its tables grow with the values, and never shrink. */
  private static final int MOST_VALUES = 256;

  /** One of each thread's that nobody uses: the buffer and the tables of one are 12 kB. */
  private static final ThreadLocal<HessianOutput> SPARE = new ThreadLocal<>();

  /** The shapes in this body. hessian-lite compares them by identity: equal ones are to be one. */
  private final Map<String, String> shapes = new HashMap<>();

  private ByteBuf out;
  private int depth;
  private int values;

  private HessianOutput() {
    setSerializerFactory(SERIALIZERS);
  }

  /** One for a body. */
  static HessianOutput to(ByteBuf out) {
    HessianOutput spare = SPARE.get();
    HessianOutput output = spare == null ? new HessianOutput() : spare;
    SPARE.set(null);
    output.out = out;
    output.init(new ByteBufOutputStream(out));
    return output;
  }

  /** The body has been written whole, and this isn't used by its taker any more. */
  void giveBack() {
    if (values <= MOST_VALUES) {
      init(null); // which forgets all values, too
      shapes.clear();
      out = null;
      values = 0;
      SPARE.set(this);
    }
  }

  @Override
  public void writeObject(Object value) throws IOException {
    values++;
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
    String shape = shapes.computeIfAbsent(object.shape(), first -> first);
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

  private void write(WireObject object) throws IOException {
    begin(object);
    for (int i = 0; i < object.size(); i++) {
      writeObject(object.value(i));
    }
  }

  private void write(WireList list) throws IOException {
    boolean isEnded = writeListBegin(list.elements().size(), list.type());
    for (Object element : list.elements()) {
      writeObject(element);
    }
    if (isEnded) {
      writeListEnd();
    }
  }

  private void write(WireMap map) throws IOException {
    writeMapBegin(map.type());
    for (Map.Entry<?, ?> entry : map.entries().entrySet()) {
      writeObject(entry.getKey());
      writeObject(entry.getValue());
    }
    writeMapEnd();
  }

  private static final class Serializers extends SerializerFactory {

    private static final Serializer OURS = new WireSerializer();

    Serializers() {
      super(HessianOutput.class.getClassLoader());
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Serializer getSerializer(Class type) throws HessianProtocolException {
      boolean isOurs = type == WireObject.class || type == WireList.class || type == WireMap.class;
      return isOurs ? OURS : super.getSerializer(type);
    }
  }

  private static final class WireSerializer extends AbstractSerializer {

    @Override
    public void writeObject(Object value, AbstractHessianOutput any) throws IOException {
      HessianOutput output = (HessianOutput) any;
      if (output.addRef(value)) {
        return;
      }
      if (value instanceof WireObject object) {
        output.write(object);
      } else if (value instanceof WireList list) {
        output.write(list);
      } else {
        output.write((WireMap) value);
      }
    }
  }
}
