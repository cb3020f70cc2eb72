package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FormAnswerTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nX: 1\r\nContent-length: 3\r\n\r\n";

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  @Test
  void anAnswerIsWholeWithTheLastByteOfItsBody() {
    ByteBuf answer = bytes(HEAD + "-12");
    for (int length = 0; length < answer.readableBytes(); length++) {
      ByteBuf part = answer.slice(0, length);
      assertThat(FormAnswer.isWhole(part, FormAnswer.bodyAt(part))).isFalse();
    }
    assertThat(FormAnswer.isWhole(answer, FormAnswer.bodyAt(answer))).isTrue();
  }

  @Test
  void whatTheHeadSaysIsRead() {
    assertThat(FormAnswer.status(bytes(HEAD))).isEqualTo(200);
    ByteBuf empty = bytes("HTTP/1.1 204 No Content\r\n\r\n");
    assertThat(FormAnswer.status(empty)).isEqualTo(204);
    assertThat(FormAnswer.isWhole(empty, FormAnswer.bodyAt(empty))).isTrue();
  }

  @Test
  void theBodyIsTheNumberAndNothingElse() {
    assertThat(isNumber("-12", -12)).isTrue();
    assertThat(isNumber("12", 12)).isTrue();
    assertThat(isNumber("-2147483648", Integer.MIN_VALUE)).isTrue();
    assertThat(isNumber("12", -12)).isFalse();
    assertThat(isNumber("12 ", 12)).isFalse();
    assertThat(isNumber("-", 0)).isFalse();
    assertThat(isNumber("", 0)).isFalse();
  }

  private static boolean isNumber(String body, int expected) {
    ByteBuf answer = bytes(HEAD + body);
    return FormAnswer.isNumber(answer, HEAD.length(), expected);
  }
}
