package dev.vertxmesh.bridge.grpc.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.Any;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Int64Value;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.memory.OverBudgetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON as protobuf's messages and back: read or refused with a {@link JsonMismatchException} that
 * says where, or an {@link OverBudgetException}; and what was read and is written again reads as
 * the same bytes.
 */
class JsonMessagesFuzz {

  /** To find what is wrong, each level is read once more. */
  private static final Price PRICE = new Price(8192);

  private static final Descriptor[] MESSAGES = {
    FileDescriptorProto.getDescriptor(),
    Struct.getDescriptor(),
    FileDescriptorSet.getDescriptor(),
    ListValue.getDescriptor(),
    Timestamp.getDescriptor(),
    Duration.getDescriptor(),
    FieldMask.getDescriptor(),
    Int64Value.getDescriptor(),
    Any.getDescriptor()
  };

  private static final TypeRegistry TYPES =
      TypeRegistry.newBuilder().add(Arrays.asList(MESSAGES)).build();

  @FuzzTest
  void messages(byte[] input) {
    Script script = new Script(input);
    Descriptor type = script.pick(MESSAGES);
    boolean isBinary = script.truth();
    byte[] rest = script.rest();
    String text = new String(rest, StandardCharsets.UTF_8);
    if (isBinary) {
      PRICE.hold(rest.length, () -> written(rest, type));
    } else {
      PRICE.hold(rest.length, () -> read(text, type));
    }
  }

  private static void read(String text, Descriptor type) {
    byte[] message;
    try {
      message = JsonMessages.read(ArgumentExtractor.message(text), type, TYPES);
    } catch (JsonMismatchException | OverBudgetException e) {
      if (e.getMessage().isBlank()) {
        throw new AssertionError("it's refused without a reason", e);
      }
      return;
    }
    String json = written(message, type);
    if (json == null) {
      return;
    }
    boolean same = Arrays.equals(message, JsonMessages.read(json, type, TYPES));
    if (!same && !hasUnderscores(text, json, type)) {
      throw new AssertionError("written and read again it's another: " + json);
    }
  }

  /** In the paths of a mask protobuf's JSON keeps only those that stand before a small letter. */
  private static boolean hasUnderscores(String text, String json, Descriptor type) {
    boolean isMask =
        type == FieldMask.getDescriptor()
            || type == Any.getDescriptor() && json.contains("google.protobuf.FieldMask");
    return isMask && (text.contains("_") || text.contains("\\"));
  }

  /** Null if it can't be. */
  private static String written(byte[] message, Descriptor type) {
    try {
      return JsonMessages.write(message, type, TYPES);
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }
}
