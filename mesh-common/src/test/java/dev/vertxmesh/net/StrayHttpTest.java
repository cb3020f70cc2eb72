package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrayHttpTest {

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, true",
    "POST /a/b HTTP/1.1, true",
    "OPTIONS * HTTP/1.1, true",
    "PRI * HTTP/2.0, false",
    "SSH-2.0-OpenSSH, false",
    "GET, false",
    "'', false"
  })
  void whoSpeaksHttpIsToldByItsFirstBytes(String bytes, boolean isHttp) {
    ByteBuf first = Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII);
    assertThat(StrayHttp.begins(first)).isEqualTo(isHttp);
    assertThat(first.readerIndex()).isZero();
  }

  @Test
  void theAnswerIsHttpAndAsLongAsItSays() {
    ByteBuf out = Unpooled.buffer();
    StrayHttp.answer(out, "this is the link port");
    String answer = out.toString(StandardCharsets.US_ASCII);
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat(answer).startsWith("HTTP/1.1 400 Bad Request\r\n");
    assertThat(answer).contains("content-length: " + body.length() + "\r\n");
    assertThat(body).contains("\"detail\":\"this is the link port\"");
  }
}
