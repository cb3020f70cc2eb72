package dev.vertxmesh.fuzz.peer;

import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A provider's Dubbo as it reads a request's body ({@code DecodeableRpcInvocation} of 2.6 and 2.7,
 * which goes on after an argument that it can't read). It is loaded once beside each release of
 * hessian-lite, and so says what it saw in the JDK's own classes.
 *
 * <pre>
 * types        the names of classes that were looked up, in order
 * head         dubbo version, path, service version, method, descriptor
 * attachments  the map, if it's one
 * skipped      there if an argument couldn't be read
 * fault        there if the body couldn't
 * </pre>
 */
public final class HessianPeer implements Function<byte[], Map<String, Object>> {

  private static final Logger QUIET = Logger.getLogger("com.alibaba.com.caucho");

  static {
    QUIET.setLevel(Level.OFF);
  }

  @Override
  public Map<String, Object> apply(byte[] body) {
    Map<String, Object> told = new HashMap<>();
    Set<String> types = new LinkedHashSet<>();
    told.put("types", types);
    try {
      read(body, types, told);
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      told.put("fault", e.toString());
    }
    return told;
  }

  private static void read(byte[] body, Set<String> types, Map<String, Object> told)
      throws IOException, ClassNotFoundException {
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(body));
    in.setSerializerFactory(new Watching(types));
    List<String> head = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      head.add(in.readString());
    }
    told.put("head", head);
    for (Class<?> type : classes(head.get(4))) {
      try {
        in.readObject(type);
      } catch (Exception e) {
        told.put("skipped", e.toString());
      }
    }
    told.put("attachments", in.readObject(Map.class));
  }

  private static List<Class<?>> classes(String descriptor) throws ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    int at = 0;
    while (descriptor != null && at < descriptor.length()) {
      int end = at;
      while (descriptor.charAt(end) == '[') {
        end++;
      }
      end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
      classes.add(named(descriptor.substring(at, end)));
      at = end;
    }
    return classes;
  }

  private static Class<?> named(String descriptor) throws ClassNotFoundException {
    String element = descriptor.replace("[", "");
    if (element.length() > 1 && !element.startsWith("Ljava/")) {
      throw new ClassNotFoundException(descriptor);
    }
    Class<?> array = Class.forName("[" + descriptor.replace('/', '.'), false, null);
    return array.getComponentType();
  }

  /** Notes what is looked up; of these only the JDK's harmless ones are made. */
  private static final class Watching extends SerializerFactory {

    private static final Set<String> MADE =
        Set.of(
            "int",
            "long",
            "string",
            "java.util.HashMap",
            "java.util.ArrayList",
            "java.lang.Integer",
            "java.lang.String",
            "java.math.BigDecimal");

    private final Set<String> types;

    Watching(Set<String> types) {
      super(HessianPeer.class.getClassLoader());
      this.types = types;
    }

    @Override
    public Deserializer getDeserializer(String type) throws HessianProtocolException {
      if (type == null || type.isEmpty()) {
        return null;
      }
      types.add(type);
      return type.startsWith("[") || MADE.contains(type) ? super.getDeserializer(type) : null;
    }
  }
}
