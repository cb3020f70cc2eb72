package dev.vertxmesh.bridge.dubbo.reply;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.dubbo.wire.WireText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a result's value as JSON.
 *
 * <pre>
 * number    as it is, to the last digit; NaN and the infinities as strings
 * Date      ISO 8601 in UTC            byte[]   base64
 * object    what {@link JdkObjects} knows it for, such as an enum's name; else its fields
 * </pre>
 *
 * An enum on the wire is an object whose one field is {@code name}; where the API doesn't have it,
 * a class with that one field can't be told from it.
 */
public final class JsonResultWriter {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  private static final String CYCLE = "the result contains itself, which JSON can't represent";

  /** Said of an exception that a generic call tells of. */
  private static final String LOST = "lost";

  /** Exceptions are caused by exceptions, but not without end. */
  private static final int MAX_CAUSES = 16;

  private static final String CLASS = "class";

  /** What becomes of the names of classes. */
  public enum Classes {
    /** Objects don't name theirs. */
    LEFT_OUT,
    /** Nor do maps that were objects before the provider took them apart. */
    TAKEN_OUT,
    /** Each object begins with {@code class}. */
    KEPT
  }

  private final JsonGenerator json;
  private final JsonScalars scalars;
  private final Classes classes;
  private final ResultTypes types;
  private final ApiClasses api;
  private final boolean strict;
  private final Set<Object> path = Collections.newSetFromMap(new IdentityHashMap<>());

  private JsonResultWriter(
      JsonGenerator json, Classes classes, ResultTypes types, ApiClasses api, boolean strict) {
    this.json = json;
    this.scalars = new JsonScalars(json);
    this.classes = classes;
    this.types = types;
    this.api = api;
    this.strict = strict;
  }

  /**
   * Appends the value.
   *
   * @param declared as what it's to be read; null if it says its types itself
   * @param api tells objects from enums
   * @param strict what may be either is refused
   * @throws DubboCodecException if JSON can't say it
   * @throws IndexOutOfBoundsException if it's longer than {@code out} can become
   */
  public static void write(
      ByteBuf out,
      Object value,
      Classes classes,
      ResultTypes.Declared declared,
      ApiClasses api,
      boolean strict) {
    ResultTypes types = declared == null ? null : declared.types();
    JavaType type = declared == null ? null : declared.type();
    writing(
        out,
        json -> {
          JsonResultWriter writer = new JsonResultWriter(json, classes, types, api, strict);
          if (strict) {
            writer.writeOnce(value, type);
          } else {
            writer.write(value, type);
          }
        });
  }

  /**
   * Appends an exception as an object: {@code class}, {@code message}, {@code cause} with the same
   * three, and the class's own fields; where Dubbo didn't tell those, {@code lost} says so.
   *
   * @param lost what it says then
   */
  public static void writeThrown(
      ByteBuf out, Object thrown, Classes classes, ApiClasses api, String lost) {
    writing(
        out,
        json -> new JsonResultWriter(json, classes, null, api, false).writeException(thrown, lost));
  }

  @FunctionalInterface
  private interface Writing {
    void with(JsonGenerator json) throws IOException;
  }

  private static void writing(ByteBuf out, Writing writing) {
    OutputStream bytes = new ByteBufOutputStream(out);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      writing.with(json);
    } catch (IOException e) {
      throw new DubboCodecException("the result can't be written as JSON: " + e.getMessage());
    }
  }

  /** No name twice in an object, as readers keep one of them. */
  private void writeOnce(Object value, JavaType type) throws IOException {
    json.enable(JsonGenerator.Feature.STRICT_DUPLICATE_DETECTION);
    try {
      write(value, type);
    } catch (JsonGenerationException e) {
      throw new DubboCodecException(
          "strict: two keys or fields of an object in the result read alike: "
              + e.getOriginalMessage());
    }
  }

  /**
   * @param declared null where values say their types themselves; there all types are
   */
  private void write(Object given, JavaType declared) throws IOException {
    JavaType type = declared == null ? null : ResultTypes.inside(declared);
    Object value = type == null ? given : types.single(given, type);
    if (!scalars.write(value)) {
      writeContainer(value, type);
    }
  }

  private void writeContainer(Object value, JavaType type) throws IOException {
    if (!path.add(value)) {
      throw new DubboCodecException(CYCLE);
    }
    if (value instanceof List<?> list) {
      writeList(list, ResultTypes.element(type));
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map, type);
    } else {
      writeObject((WireObject) value, type);
    }
    path.remove(value);
  }

  private void writeList(List<?> list, JavaType type) throws IOException {
    json.writeStartArray();
    for (Object element : list) {
      write(element, type);
    }
    json.writeEndArray();
  }

  private void writeMap(Map<?, ?> map, JavaType type) throws IOException {
    ResultTypes.Members members = type == null ? null : types.members(type, map);
    if (members != null) {
      writeMembers(members);
      return;
    }
    JavaType keys = ResultTypes.key(type);
    JavaType values = ResultTypes.value(type);
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      boolean isClass = CLASS.equals(entry.getKey()) && entry.getValue() instanceof String;
      if (!isClass || classes != Classes.TAKEN_OUT) {
        scalars.writeName(key(keys == null ? entry.getKey() : types.single(entry.getKey(), keys)));
        write(entry.getValue(), values);
      }
    }
    json.writeEndObject();
  }

  private String key(Object key) {
    Object name = key instanceof WireObject object ? known(object) : key;
    if (name instanceof Date date) {
      return JsonScalars.text(date);
    } else if (name instanceof WireObject || name instanceof byte[] || name instanceof List) {
      throw new DubboCodecException("a map's key is an object, which JSON can't represent");
    }
    return String.valueOf(name);
  }

  private void writeMembers(ResultTypes.Members members) throws IOException {
    json.writeStartObject();
    if (classes == Classes.KEPT) {
      json.writeStringField(CLASS, members.className());
    }
    for (ResultTypes.Member member : members.all()) {
      scalars.writeName(member.name());
      write(member.value(), member.type());
    }
    json.writeEndObject();
  }

  private Object known(WireObject object) {
    ApiClass ofApi = JdkObjects.isNamed(object) ? api.get(object.type()) : null;
    if (ofApi != null) {
      return ofApi.kind() == ApiClass.Kind.CLASS ? object : JdkObjects.value(object);
    } else if (strict && JdkObjects.isNamed(object) && !object.type().startsWith("java.")) {
      throw new DubboCodecException(
          "strict: %s is an enum's constant, or an object with a name; ".formatted(object.type())
              + BadArgument.GIVE_API);
    }
    return JdkObjects.value(object);
  }

  private void writeObject(WireObject object, JavaType type) throws IOException {
    Object value = known(object);
    if (value != object) {
      write(value, type);
      return;
    }
    ResultTypes.Members members = type == null ? null : types.members(type, object);
    if (members != null) {
      writeMembers(members);
      return;
    }
    JavaType unknown = type == null ? null : JavaType.OBJECT;
    json.writeStartObject();
    if (classes == Classes.KEPT) {
      json.writeStringField(CLASS, object.type());
    }
    for (int i = 0; i < object.size(); i++) {
      scalars.writeName(String.valueOf(object.name(i)));
      write(object.value(i), unknown);
    }
    json.writeEndObject();
  }

  private void writeException(Object thrown, String lost) throws IOException {
    if (thrown instanceof WireObject object) {
      writeThrown(ThrownException.of(object), lost, 0);
    } else {
      json.writeStartObject();
      json.writeStringField(CLASS, "");
      scalars.writeName("message");
      scalars.write(WireText.of(thrown));
      json.writeEndObject();
    }
  }

  private void writeThrown(ThrownException thrown, String lost, int depth) throws IOException {
    json.writeStartObject();
    scalars.writeName(CLASS);
    write(thrown.className(), null);
    scalars.writeName("message");
    write(thrown.message(), null);
    if (thrown.isIncomplete()) {
      json.writeStringField(LOST, lost);
    }
    ThrownException cause = thrown.cause();
    if (cause != null && depth < MAX_CAUSES) {
      json.writeFieldName("cause");
      writeThrown(cause, lost, depth + 1);
    }
    path.add(thrown.wire());
    writeOwnFields(thrown.wire());
    path.remove(thrown.wire());
    json.writeEndObject();
  }

  private void writeOwnFields(WireObject thrown) throws IOException {
    for (int i = 0; i < thrown.size(); i++) {
      String name = String.valueOf(thrown.name(i));
      if (!ThrownException.isThrowablesOwn(name)) {
        scalars.writeName(name);
        write(thrown.value(i), null);
      }
    }
  }
}
