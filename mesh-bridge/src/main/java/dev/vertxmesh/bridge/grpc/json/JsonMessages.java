package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.protobuf.util.JsonFormat.TypeRegistry;

/**
 * Messages as protobuf's own JSON (protobuf.dev/programming-guides/json): names in lower camel
 * case, 64-bit numbers as strings, bytes in base64, fields with their default left out.
 */
final class JsonMessages {

  private JsonMessages() {}

  /**
   * The message's bytes.
   *
   * @throws JsonMismatchException naming the place of what doesn't fit
   */
  static byte[] read(String json, Descriptor type, TypeRegistry types) {
    return read(json, type, types, JsonFormat.parser());
  }

  /** The same where fields that the type doesn't have are no fault, as with Connect's servers. */
  static byte[] readKnown(String json, Descriptor type, TypeRegistry types) {
    return read(json, type, types, JsonFormat.parser().ignoringUnknownFields());
  }

  private static byte[] read(
      String json, Descriptor type, TypeRegistry types, JsonFormat.Parser parser) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    try {
      parser.usingTypeRegistry(types).merge(json, message);
      return message.build().toByteArray();
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new JsonMismatchException(
          JsonErrorLocator.explain(json, type, types, String.valueOf(e.getMessage())));
    }
  }

  /**
   * @throws InvalidProtocolBufferException if the bytes aren't such a message, or have in them what
   *     JSON can't say
   * @throws dev.vertxmesh.memory.OverBudgetException if it's too heavy
   */
  static String write(byte[] bytes, Descriptor type, TypeRegistry types)
      throws InvalidProtocolBufferException {
    MessageMemory.add(bytes, type);
    return write(DynamicMessage.parseFrom(type, bytes), types);
  }

  /**
   * @throws InvalidProtocolBufferException if there's in an {@code Any} what nobody knows, or what
   *     JSON can't say, such as a {@code Value} that is NaN or a mask's path with quotation marks
   */
  static String write(DynamicMessage message, TypeRegistry types)
      throws InvalidProtocolBufferException {
    FieldMasks.check(message, types);
    try {
      return JsonFormat.printer()
          .usingTypeRegistry(types)
          .omittingInsignificantWhitespace()
          .print(message);
    } catch (IllegalArgumentException e) {
      throw new InvalidProtocolBufferException(e.getMessage());
    }
  }
}
