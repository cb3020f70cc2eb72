package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import java.util.List;
import java.util.Map;

/**
 * Paths of masks that JSON can't say. Protobuf's printer (4.x, {@code JsonFormat}) puts them
 * between quotation marks as they are, so that a server's path with such a mark in it would end the
 * text, and the rest would be read as fields.
 */
final class FieldMasks {

  private static final String PATHS = "paths";
  private static final int DEEPEST = 100; // as the printer's own bound of what lies in an Any

  private final TypeRegistry types;

  private FieldMasks(TypeRegistry types) {
    this.types = types;
  }

  /**
   * Looks at all masks in it.
   *
   * @throws InvalidProtocolBufferException if a path has a quotation mark, a backslash or a control
   *     character
   */
  static void check(Message message, TypeRegistry types) throws InvalidProtocolBufferException {
    new FieldMasks(types).check(message, 0);
  }

  private void check(Message message, int depth) throws InvalidProtocolBufferException {
    Descriptor type = message.getDescriptorForType();
    if (type.getFullName().equals(FieldMask.getDescriptor().getFullName())) {
      checkPaths((List<?>) message.getField(type.findFieldByName(PATHS)));
    } else if (type.getFullName().equals(Any.getDescriptor().getFullName())) {
      checkContent(Any.parseFrom(message.toByteString()), depth);
    } else {
      for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
        if (field.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
          List<?> values =
              field.getValue() instanceof List<?> list ? list : List.of(field.getValue());
          for (Object value : values) {
            check((Message) value, depth);
          }
        }
      }
    }
  }

  private void checkContent(Any any, int depth) throws InvalidProtocolBufferException {
    String url = any.getTypeUrl();
    Descriptor type = types.find(url.substring(url.lastIndexOf('/') + 1));
    if (type != null && depth < DEEPEST) { // the printer refuses either
      check(DynamicMessage.parseFrom(type, any.getValue()), depth + 1);
    }
  }

  private static void checkPaths(List<?> paths) throws InvalidProtocolBufferException {
    for (Object path : paths) {
      if (String.valueOf(path).chars().anyMatch(c -> c == '"' || c == '\\' || c < ' ')) {
        throw new InvalidProtocolBufferException(
            "a FieldMask has a path with a character that no field's name has: " + path);
      }
    }
  }
}
