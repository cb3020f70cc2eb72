package dev.vertxmesh.dubbo.hessian;

import com.alibaba.com.caucho.hessian.io.AbstractDeserializer;
import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What hessian-lite asks for a type's reader. Whatever the name on the wire, the answer is a list,
 * a map or a {@link WireObject}; every way that leads from a name to a class is closed. There's
 * none for {@link DeniedClasses}.
 */
@SuppressWarnings("rawtypes")
final class WireTypes extends SerializerFactory {

  static final WireTypes INSTANCE = new WireTypes();

  /** More than any class has; the bound is there because space is taken before they are read. */
  private static final int MAX_FIELDS = 4096;

  private static final Deserializer LIST = new ListReader();
  private static final Deserializer MAP = new MapReader();

  private WireTypes() {
    super(WireTypes.class.getClassLoader());
  }

  @Override
  public Object readList(AbstractHessianInput in, int length, String type) throws IOException {
    check(type);
    return LIST.readList(in, length);
  }

  @Override
  public Object readMap(AbstractHessianInput in, String type) throws IOException {
    check(type);
    return MAP.readMap(in);
  }

  @Override
  public Deserializer getListDeserializer(String type, Class expected) {
    check(type);
    return LIST;
  }

  @Override
  public Deserializer getListDeserializer(String type) {
    check(type);
    return LIST;
  }

  @Override
  public Deserializer getObjectDeserializer(String type, Class expected) {
    check(type);
    return new ObjectReader(type);
  }

  @Override
  public Deserializer getObjectDeserializer(String type) {
    check(type);
    return new ObjectReader(type);
  }

  private static void check(String type) {
    if (type != null) {
      DeniedClasses.check(type);
    }
  }

  /** Asked by hessian-lite itself, for the map that names no type. */
  @Override
  public Deserializer getDeserializer(Class type) throws HessianProtocolException {
    if (type != Map.class) {
      throw new HessianProtocolException("no reader for " + type.getName());
    }
    return MAP;
  }

  @Override
  public Deserializer getDeserializer(String type) throws HessianProtocolException {
    throw new HessianProtocolException("the type " + type + " isn't looked up");
  }

  @Override
  public Class<?> loadSerializedClass(String name) throws ClassNotFoundException {
    throw new ClassNotFoundException(name + " isn't loaded: a peer named it");
  }

  private static final class ListReader extends AbstractDeserializer {

    @Override
    public Object readList(AbstractHessianInput in, int length) throws IOException {
      List<Object> list = new ArrayList<>();
      in.addRef(list);
      while (!in.isEnd()) {
        list.add(in.readObject());
      }
      in.readListEnd();
      return list;
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
      if (length < 0) {
        throw error("a list of " + length + " elements");
      }
      List<Object> list = new ArrayList<>(Math.min(length, 16));
      in.addRef(list);
      for (int i = 0; i < length; i++) {
        list.add(in.readObject());
      }
      return list;
    }
  }

  private static final class MapReader extends AbstractDeserializer {

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      Map<Object, Object> map = new LinkedHashMap<>();
      in.addRef(map);
      while (!in.isEnd()) {
        map.put(key(in.readObject()), in.readObject());
      }
      in.readMapEnd();
      return map;
    }

    /** A list's or map's hash goes through all of it, without end where it contains itself. */
    private Object key(Object key) throws IOException {
      if (key instanceof List || key instanceof Map) {
        throw error("a map's key is itself a list or a map");
      }
      return key;
    }
  }

  private static final class ObjectReader extends AbstractDeserializer {

    private final String type;

    ObjectReader(String type) {
      this.type = type;
    }

    @Override
    public Object[] createFields(int count) {
      if (count < 0 || count > MAX_FIELDS) {
        throw new DubboCodecException("a class of " + count + " fields, at most " + MAX_FIELDS);
      }
      return super.createFields(count);
    }

    @Override
    public Object readObject(AbstractHessianInput in, Object[] fields) throws IOException {
      WireObject object = new WireObject(type, (String[]) fields);
      in.addRef(object);
      for (int i = 0; i < fields.length; i++) {
        object.set(i, in.readObject());
      }
      return object;
    }
  }
}
