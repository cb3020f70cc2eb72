package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With protobuf's own descriptors as messages; tests have half a GiB of heap. */
class MessageMemoryTest {

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
    MessageMemory.add(bytes, type);
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

  /** Bytes that weighing takes of the process's budget, to 64 KiB. */
  private static long weightOf(byte[] bytes, Descriptor type) throws Exception {
    long before = MemoryBudget.ofHeap().taken();
    ConversionBudget conversion = ConversionBudget.begin();
    try {
      weigh(bytes, type);
      return MemoryBudget.ofHeap().taken() - before;
    } finally {
      conversion.close();
    }
  }

  @Test
  void aTextWeighsTwoBytesAByte() throws Exception {
    byte[] named =
        FileDescriptorProto.newBuilder().setName("x".repeat(1_000_000)).build().toByteArray();
    assertThat(weightOf(named, FileDescriptorProto.getDescriptor()))
        .isBetween(1_950_000L, 2_050_000L);
  }

  @Test
  void anEmptyMessageWeighsThreeHundredBytes() throws Exception {
    byte[] messages = ByteBufUtil.decodeHexDump("2200".repeat(10_000)); // message_type
    assertThat(weightOf(messages, FileDescriptorProto.getDescriptor()))
        .isBetween(3_050_000L, 3_150_000L);
  }

  @Test
  void textsOfATypeThatNobodyKnowsAreWeighedAsText() throws Exception {
    byte[] unknown = new byte[1_000_005];
    System.arraycopy(ByteBufUtil.decodeHexDump("fa3fc0843d"), 0, unknown, 0, 5);
    assertThat(weightOf(unknown, FileDescriptorProto.getDescriptor()))
        .isBetween(1_950_000L, 2_050_000L);
  }

  @Test
  void messagesMayBeNestedAHundredDeep() {
    // a group of a number that nobody knows, which needs no length
    String hundred = "fb3f".repeat(100) + "fc3f".repeat(100);
    assertThatCode(() -> weigh(ByteBufUtil.decodeHexDump(hundred), Location.getDescriptor()))
        .doesNotThrowAnyException();
    String more = "fb3f" + hundred + "fc3f";
    assertThatThrownBy(() -> weigh(ByteBufUtil.decodeHexDump(more), Location.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class)
        .hasMessage("messages are nested more than 100 deep");
  }

  @Test
  void whatComesAfterAMessageInsideIsTheOuterOnesAgain() {
    // message_type with a name of 1 byte, then a name: a limit that stays would end it
    byte[] bytes = ByteBufUtil.decodeHexDump("22030a0161" + "0a0162");
    assertThatCode(() -> weigh(bytes, FileDescriptorProto.getDescriptor()))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                weigh(ByteBufUtil.decodeHexDump("22020a0161"), FileDescriptorProto.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
