package dev.vertxmesh.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.grpc.Health.Serving;
import dev.vertxmesh.grpc.Reflection.Answer;
import dev.vertxmesh.grpc.Reflection.Kind;
import dev.vertxmesh.grpc.Reflection.Question;
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
    "FILE_BY_NAME, a.proto, 1a07612e70726f746f",
    "FILE_OF_SYMBOL, a.B, 2203612e42",
    "EXTENSIONS_OF_TYPE, a.B, 3203612e42",
    "LIST_SERVICES, '*', 3a012a",
    "LIST_SERVICES, '', 3a00",
    "FILE_OF_EXTENSION, a.B, 2a070a03612e421007",
    "OTHER, '', ''",
    "LIST_SERVICES, '', 0a04686f73743a00"
  })
  void aQuestionIsRead(Kind kind, String name, String hex) {
    assertThat(Question.of(bytes(hex))).isEqualTo(new Question(kind, name));
  }

  @Test
  void aQuestionIsWritten() {
    assertThat(ByteBufUtil.hexDump(new Question(Kind.FILE_OF_SYMBOL, "a.B").toBytes()))
        .isEqualTo("2203612e42");
  }

  @Test
  void answersCarryTheQuestionThatTheyAnswer() {
    byte[] question = bytes("3a00");
    byte[] services = Reflection.services(question, List.of("a.B", "c.D"));
    assertThat(ByteBufUtil.hexDump(services))
        .isEqualTo("12023a00" + "320e" + "0a050a03612e42" + "0a050a03632e44");
    assertThat(Answer.of(services).services()).containsExactly("a.B", "c.D");
    byte[] files = Reflection.files(question, List.of(new byte[] {7}, new byte[] {8}));
    assertThat(ByteBufUtil.hexDump(files)).isEqualTo("12023a00" + "2206" + "0a0107" + "0a0108");
    assertThat(Answer.of(files).files()).containsExactly(new byte[] {7}, new byte[] {8});
    byte[] error = Reflection.error(question, GrpcStatus.NOT_FOUND, "x");
    assertThat(ByteBufUtil.hexDump(error)).isEqualTo("12023a00" + "3a05" + "0805" + "120178");
    assertThat(Answer.of(error).errorCode()).isEqualTo(5);
    assertThat(Answer.of(error).errorMessage()).isEqualTo("x");
  }

  @Test
  void healthIsAskedAndTold() {
    assertThat(Health.service(bytes("0a03612e42"))).isEqualTo("a.B");
    assertThat(Health.service(bytes(""))).isEmpty();
    assertThat(ByteBufUtil.hexDump(Health.response(Serving.SERVICE_UNKNOWN))).isEqualTo("0803");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0a", "0a05612e42", "ffffffffffffffffffffff", "0b", "0affffffff0f"})
  void whatIsNoMessageIsRefused(String hex) {
    assertThatThrownBy(() -> Health.service(bytes(hex)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a protobuf message, at byte ");
  }

  @Test
  void fieldsThatAreNotKnownArePassedOver() {
    assertThat(Health.service(bytes("1801" + "2101020304050607082d01020304" + "0a0161")))
        .isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource({"a%b, a%25b", "數, %E6%95%B8", "'a\tb', a%09b", "plain text, plain text"})
  void aStatusMessageIsPercentEncoded(String text, String encoded) {
    assertThat(StatusMessage.encode(text)).isEqualTo(encoded);
    assertThat(StatusMessage.decode(encoded)).isEqualTo(text);
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

  private static byte[] bytes(String hex) {
    return ByteBufUtil.decodeHexDump(hex);
  }
}
