package dev.vertxmesh.dubbo;

import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.parser.Feature;
import com.alibaba.fastjson.parser.ParserConfig;
import com.alibaba.fastjson.serializer.JSONSerializer;
import com.alibaba.fastjson.serializer.SerializeWriter;
import com.alibaba.fastjson.serializer.SerializerFeature;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.serialize.ObjectInput;
import org.apache.dubbo.common.serialize.ObjectOutput;
import org.apache.dubbo.common.serialize.Serialization;

/**
 * fastjson as a serialization of Dubbo 3.3, which has it no more: the real fastjson, with the
 * features that Dubbo 2.7 uses it with, or where the URL says {@code layout=counted} those of the
 * extension for Dubbo 3.
 */
public final class FastjsonForDubbo implements Serialization {

  @Override
  public byte getContentTypeId() {
    return 6;
  }

  @Override
  public String getContentType() {
    return "text/json";
  }

  /** Every write of a value is one of an object, and there is nothing to flush. */
  @Override
  public ObjectOutput serialize(URL url, OutputStream out) {
    boolean counted = isCounted(url);
    return proxy(
        ObjectOutput.class,
        (method, arguments) -> {
          if (method.startsWith("write")) {
            out.write(counted ? countedItem(arguments[0]) : line(arguments[0]));
          }
          return null;
        });
  }

  @Override
  public ObjectInput deserialize(URL url, InputStream in) {
    boolean counted = isCounted(url);
    return proxy(
        ObjectInput.class,
        (method, arguments) -> {
          String json = counted ? readCounted(in) : readLine(in);
          Type type =
              switch (method) {
                case "readUTF" -> String.class;
                case "readByte" -> byte.class;
                case "readObject" -> arguments == null ? Object.class : (Type) arguments[0];
                default -> throw new UnsupportedOperationException(method);
              };
          return counted ? parseTrusting(json, type) : parse(json, type, arguments == null);
        });
  }

  private static boolean isCounted(URL url) {
    return url != null && "counted".equals(url.getParameter("layout"));
  }

  private static byte[] line(Object value) {
    SerializeWriter out = new SerializeWriter();
    JSONSerializer serializer = new JSONSerializer(out);
    serializer.config(SerializerFeature.WriteEnumUsingToString, true);
    serializer.write(value);
    String line = out + "\n";
    out.close();
    return line.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] countedItem(Object value) throws IOException {
    byte[] json =
        JSON.toJSONBytes(
            value,
            SerializerFeature.WriteMapNullValue,
            SerializerFeature.WriteClassName,
            SerializerFeature.NotWriteDefaultValue,
            SerializerFeature.WriteNullStringAsEmpty,
            SerializerFeature.WriteNullNumberAsZero,
            SerializerFeature.WriteNullBooleanAsFalse);
    ByteArrayOutputStream item = new ByteArrayOutputStream();
    new DataOutputStream(item).writeInt(json.length);
    item.write(json);
    return item.toByteArray();
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static String readCounted(InputStream in) throws IOException {
    int length = new DataInputStream(in).readInt();
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static Object parse(String json, Type type, boolean untyped) {
    return untyped ? JSON.parse(json) : JSON.parseObject(json, type);
  }

  private static Object parseTrusting(String json, Type type) {
    ParserConfig config = new ParserConfig();
    config.setAutoTypeSupport(true);
    return JSON.parseObject(
        json, type, config, Feature.SupportNonPublicField, Feature.SupportAutoType);
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments) throws IOException;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answer.to(method.getName(), arguments)));
  }
}
