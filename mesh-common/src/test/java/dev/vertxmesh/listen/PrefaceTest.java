package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefaceTest {

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Preface preface = new Preface();

  private int match(String text) {
    ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    int taken = preface.match(bytes);
    assertThat(bytes.readableBytes()).isEqualTo(text.length());
    return taken;
  }

  @Test
  void theWholePrefaceIsHttp2AndNoByteBehindItIsTaken() {
    assertThat(match(PREFACE + "more")).isEqualTo(PREFACE.length());
    assertThat(preface.isKnown()).isTrue();
    assertThat(preface.isHttp2()).isTrue();
  }

  @Test
  void itMayComeByteByByte() {
    for (int i = 0; i < PREFACE.length(); i++) {
      assertThat(preface.isKnown()).isFalse();
      assertThat(match(PREFACE.substring(i, i + 1))).isEqualTo(1);
    }
    assertThat(preface.isHttp2()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 14, 23})
  void theFirstByteThatDiffersIsHttp1(int at) {
    assertThat(match(PREFACE.substring(0, at) + "#" + "rest of it")).isEqualTo(at + 1);
    assertThat(preface.isKnown()).isTrue();
    assertThat(preface.isHttp2()).isFalse();
  }
}
