package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With protobuf's own descriptors as messages; tests have half a GiB of heap. */
class MessageWeightTest {

  private static final int BYTES = 12_000_000;

  private static byte[] repeated(String hex) {
    byte[] part = ByteBufUtil.decodeHexDump(hex);
    byte[] all = new byte[BYTES / part.length * part.length];
    for (int at = 0; at < all.length; at += part.length) {
      System.arraycopy(part, 0, all, at, part.length);
    }
    return all;
  }

  private static void weigh(byte[] bytes, Descriptor type) throws InvalidProtocolBufferException {
    MessageWeight.add(bytes, type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2200", "1a00", "f83f00", "fb3ffc3f"})
  void smallFieldsByTheMillionAreTooHeavy(String field) {
    assertThatThrownBy(() -> weigh(repeated(field), FileDescriptorProto.getDescriptor()))
        .isInstanceOf(OverBudgetException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22ffffffff07", "22ffffffff0f", "0affffffff07"})
  void aLengthOfBytesThatAreNotThereIsMalformedAndNotHeavy(String message) {
    byte[] bytes = ByteBufUtil.decodeHexDump(message);
    assertThatThrownBy(() -> weigh(bytes, Location.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class);
    assertThatThrownBy(() -> weigh(bytes, FileDescriptorProto.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @Test
  void packedNumbersAreWeighedEach() {
    byte[] packed = new byte[5 + BYTES];
    packed[0] = 0x0a; // Location.path
    packed[1] = (byte) (BYTES & 0x7f | 0x80);
    packed[2] = (byte) (BYTES >> 7 & 0x7f | 0x80);
    packed[3] = (byte) (BYTES >> 14 & 0x7f | 0x80);
    packed[4] = (byte) (BYTES >> 21);
    assertThatThrownBy(() -> weigh(packed, Location.getDescriptor()))
        .isInstanceOf(OverBudgetException.class);
  }

  @Test
  void oneLongTextIsNot() {
    char[] text = new char[BYTES];
    Arrays.fill(text, 'x');
    byte[] named = FileDescriptorProto.newBuilder().setName(new String(text)).build().toByteArray();
    assertThatCode(() -> weigh(named, FileDescriptorProto.getDescriptor()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0a", "0a05", "0a80808080808080808080"})
  void whatBreaksOffIsNoMessage(String hex) {
    assertThatThrownBy(() -> weigh(ByteBufUtil.decodeHexDump(hex), FieldOptions.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
