package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds where JSON isn't the message that was expected, which protobuf's parser doesn't say: it
 * tries each part by itself, down to the smallest that can't be read.
 */
final class JsonErrorLocator {

  /** Of a longer text it isn't looked for: each level is read once more. */
  private static final int MOST_CHARS = 64 << 10;

  /** Fields that are named when one is unknown. */
  private static final int MOST_NAMES = 20;

  private final TypeRegistry types;

  private JsonErrorLocator(TypeRegistry types) {
    this.types = types;
  }

  /**
   * The place and the reason.
   *
   * @param json text that isn't a message of this type
   * @param reason the parser's
   */
  static String explain(String json, Descriptor type, TypeRegistry types, String reason) {
    if (json.length() > MOST_CHARS) {
      return "message: " + reason;
    }
    try {
      return new JsonErrorLocator(types).inMessage("message", Json.decodeValue(json), type, reason);
    } catch (DecodeException e) { // nested too deep
      return "message: " + reason;
    }
  }

  private String inMessage(String path, Object json, Descriptor type, String reason) {
    if (json instanceof JsonObject object && !type.getFullName().startsWith("google.protobuf.")) {
      for (Map.Entry<String, Object> entry : object) {
        String misfit =
            inField(path + "." + entry.getKey(), entry.getKey(), entry.getValue(), type);
        if (misfit != null) {
          return misfit;
        }
      }
    }
    return path + ": " + reason;
  }

  /** Null if there is nothing wrong with it. */
  private String inField(String path, String name, Object value, Descriptor type) {
    FieldDescriptor field = field(type, name);
    if (field == null) {
      return "%s: %s has no such field, expected one of %s"
          .formatted(path, type.getFullName(), names(type));
    }
    String reason = tried(type, name, value);
    if (reason == null) {
      return null;
    } else if (field.isMapField() && value instanceof JsonObject map) {
      return inMap(path, field, map, type, reason);
    } else if (field.isRepeated() && !field.isMapField() && value instanceof JsonArray list) {
      return inList(path, field, list, type, reason);
    }
    return inValue(path, field, value, reason);
  }

  private String inMap(
      String path, FieldDescriptor field, JsonObject map, Descriptor type, String whole) {
    FieldDescriptor valueField = field.getMessageType().findFieldByName("value");
    for (Map.Entry<String, Object> entry : map) {
      JsonObject one = new JsonObject().put(entry.getKey(), entry.getValue());
      String reason = tried(type, field.getName(), one);
      if (reason != null) {
        String place = "%s[\"%s\"]".formatted(path, entry.getKey());
        return inValue(place, valueField, entry.getValue(), reason);
      }
    }
    return path + ": " + whole;
  }

  private String inList(
      String path, FieldDescriptor field, JsonArray list, Descriptor type, String whole) {
    for (int i = 0; i < list.size(); i++) {
      Object element = list.getValue(i);
      JsonArray one = new JsonArray().add(element);
      String reason = tried(type, field.getName(), one);
      if (reason != null) {
        return inValue("%s[%d]".formatted(path, i), field, element, reason);
      }
    }
    return path + ": " + whole;
  }

  private String inValue(String path, FieldDescriptor field, Object value, String reason) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        ? inMessage(path, value, field.getMessageType(), reason)
        : path + ": " + reason;
  }

  /** Why a message with this field alone can't be read; null if it can. */
  private String tried(Descriptor type, String name, Object value) {
    try {
      JsonFormat.parser()
          .usingTypeRegistry(types)
          .merge(new JsonObject().put(name, value).encode(), DynamicMessage.newBuilder(type));
      return null;
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** By either of its names, as the parser does it. */
  private static FieldDescriptor field(Descriptor type, String name) {
    for (FieldDescriptor field : type.getFields()) {
      if (field.getJsonName().equals(name) || field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static String names(Descriptor type) {
    String names =
        type.getFields().stream()
            .limit(MOST_NAMES)
            .map(FieldDescriptor::getJsonName)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names + (type.getFields().size() > MOST_NAMES ? ", …" : "");
  }
}
