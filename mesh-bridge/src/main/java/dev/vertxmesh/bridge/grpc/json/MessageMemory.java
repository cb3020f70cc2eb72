package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.vertxmesh.memory.ConversionBudget;
import java.io.IOException;

/**
 * Weighs what a message becomes as protobuf's dynamic one, before it does: two bytes on the wire
 * may be an empty message of 250.
 */
final class MessageMemory {

  /** Bytes of a message without fields: itself, its fields' map and its unknown fields. */
  private static final int MESSAGE = 250;

  /** Bytes of a field's entry and its boxed value, or of an element of a list. */
  private static final int FIELD = 64;

  /** As deep as protobuf's parser goes. */
  private static final int MOST_DEPTH = 100;

  private final CodedInputStream in;
  private final ConversionBudget conversion;

  private MessageMemory(byte[] bytes, ConversionBudget conversion) {
    this.in = CodedInputStream.newInstance(bytes);
    this.conversion = conversion;
  }

  /**
   * Adds it to the thread's conversion.
   *
   * @throws InvalidProtocolBufferException if the bytes aren't such a message
   * @throws dev.vertxmesh.memory.OverBudgetException if it's too heavy
   */
  static void add(byte[] bytes, Descriptor type) throws InvalidProtocolBufferException {
    try {
      new MessageMemory(bytes, ConversionBudget.current()).addMessage(type, 0);
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }

  /** To the end of the bytes, of the group, or to the limit that is set. */
  private void addMessage(Descriptor type, int depth) throws IOException {
    if (depth > MOST_DEPTH) {
      throw new InvalidProtocolBufferException("messages are nested more than 100 deep");
    }
    conversion.add(MESSAGE);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      conversion.add(FIELD);
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      switch (WireFormat.getTagWireType(tag)) {
        case WireFormat.WIRETYPE_LENGTH_DELIMITED -> addBytes(field, in.readRawVarint32(), depth);
        case WireFormat.WIRETYPE_START_GROUP -> addMessage(type(field), depth + 1);
        case WireFormat.WIRETYPE_END_GROUP -> {
          return;
        }
        default -> in.skipField(tag);
      }
    }
  }

  /** Of a group; one that nobody knows has fields that nobody knows. */
  private static Descriptor type(FieldDescriptor field) {
    boolean isKnown = field != null && field.getJavaType() == JavaType.MESSAGE;
    return isKnown ? field.getMessageType() : Empty.getDescriptor();
  }

  private void addBytes(FieldDescriptor field, int length, int depth) throws IOException {
    if (field != null && field.getJavaType() == JavaType.MESSAGE) {
      int outer = in.pushLimit(length);
      addMessage(field.getMessageType(), depth + 1);
      in.popLimit(outer);
      return;
    }
    in.skipRawBytes(length); // first, as it refuses a length of what isn't there
    boolean isPacked = field != null && field.isPackable();
    conversion.add(isPacked ? (long) FIELD * length : 2L * length);
  }
}
