package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldMasksTest {

  private static final Descriptor MASK = FieldMask.getDescriptor();
  private static final TypeRegistry TYPES =
      TypeRegistry.newBuilder().add(MASK).add(Any.getDescriptor()).build();

  private static String write(Message message) throws InvalidProtocolBufferException {
    return JsonMessages.write(message.toByteArray(), message.getDescriptorForType(), TYPES);
  }

  private static FieldMask mask(String path) {
    return FieldMask.newBuilder().addPaths("id").addPaths(path).build();
  }

  @Test
  void pathsAreWrittenAsJsonHasThem() throws InvalidProtocolBufferException {
    assertThat(write(mask("owner.first_name"))).isEqualTo("\"id,owner.firstName\"");
    assertThat(write(Any.pack(mask("first_name")))).contains("\"value\":\"id,firstName\"");
    assertThat(write(ListValue.getDefaultInstance())).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\",\"admin\":\"yes", "a\\", "a\nb", "a\u0000"})
  void whatWouldEndTheTextIsRefusedWhereverItLies(String path) {
    Any inside = Any.pack(Any.pack(mask(path)));
    for (Message message : new Message[] {mask(path), Any.pack(mask(path)), inside}) {
      assertThatThrownBy(() -> write(message))
          .isInstanceOf(InvalidProtocolBufferException.class)
          .hasMessageStartingWith("a FieldMask has a path with a character");
    }
  }
}
