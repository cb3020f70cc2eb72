package dev.vertxmesh.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest.MessageRequestCase;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes follow from the numbers of the fields in the services' own .proto files. */
class OwnMessagesTest {

  @ParameterizedTest
  @CsvSource({
    "FILE_BY_FILENAME, a.proto, 1a07612e70726f746f",
    "FILE_CONTAINING_SYMBOL, a.B, 2203612e42",
    "ALL_EXTENSION_NUMBERS_OF_TYPE, a.B, 3203612e42",
    "LIST_SERVICES, '', 3a012a",
    "FILE_CONTAINING_EXTENSION, a.B, 2a070a03612e421007",
    "MESSAGEREQUEST_NOT_SET, '', ''",
    "LIST_SERVICES, '', 0a04686f73743a00"
  })
  void aQuestionIsRead(MessageRequestCase kind, String name, String hex) throws Exception {
    ServerReflectionRequest question = ServerReflectionRequest.parseFrom(bytes(hex));
    assertThat(question.getMessageRequestCase()).isEqualTo(kind);
    assertThat(Reflection.name(question)).isEqualTo(name);
  }

  @Test
  void answersCarryTheQuestionThatTheyAnswer() throws Exception {
    ServerReflectionRequest question = ServerReflectionRequest.parseFrom(bytes("3a00"));
    ByteString first = ByteString.copyFrom(new byte[] {7});
    ByteString second = ByteString.copyFrom(new byte[] {8});
    assertThat(hex(Reflection.files(question, List.of(first, second))))
        .isEqualTo("12023a00" + "2206" + "0a0107" + "0a0108");
    assertThat(hex(Reflection.error(question, GrpcStatus.NOT_FOUND, "x")))
        .isEqualTo("12023a00" + "3a05" + "0805" + "120178");
  }

  @Test
  void healthIsAskedAndAnswered() throws Exception {
    assertThat(HealthCheckRequest.parseFrom(bytes("0a03612e42")).getService()).isEqualTo("a.B");
    assertThat(HealthCheckRequest.parseFrom(bytes("")).getService()).isEmpty();
    assertThat(
            hex(
                HealthCheckResponse.newBuilder()
                    .setStatus(HealthCheckResponse.ServingStatus.SERVICE_UNKNOWN)
                    .build()))
        .isEqualTo("0803");
  }

  @ParameterizedTest
  @CsvSource({"a%b, a%25b", "數, %E6%95%B8", "'a\tb', a%09b", "plain text~, plain text~"})
  void aStatusMessageIsPercentEncoded(String text, String encoded) {
    assertThat(StatusMessage.encode(text)).isEqualTo(encoded);
    assertThat(StatusMessage.decode(encoded)).isEqualTo(text);
  }

  @Test
  void whatOthersEncodeThoughTheyNeedNotIsRead() {
    assertThat(StatusMessage.decode("a%20b%0A")).isEqualTo("a b\n");
    assertThat(StatusMessage.encode("\u007f")).isEqualTo("%7F");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz", "100% sure"})
  void whatIsEncodedWrongStaysAsItIs(String text) {
    assertThat(StatusMessage.decode(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, OK",
    "5, NOT_FOUND",
    "16, UNAUTHENTICATED",
    "17, UNKNOWN",
    "x, UNKNOWN",
    ", UNKNOWN"
  })
  void aStatusIsItsNumber(String trailer, GrpcStatus status) {
    assertThat(GrpcStatus.of(trailer)).isEqualTo(status);
  }

  private static String hex(MessageLite message) {
    return ByteBufUtil.hexDump(message.toByteArray());
  }

  private static byte[] bytes(String hex) {
    return ByteBufUtil.decodeHexDump(hex);
  }
}
