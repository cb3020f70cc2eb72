package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Http2GoAwayTest {

  private static final int FIXED = 17;

  private static void isCalm(CloseReason end, String length, String words) {
    ByteBuf frame = Http2GoAway.calm(UnpooledByteBufAllocator.DEFAULT, end);
    assertThat(ByteBufUtil.hexDump(frame, 0, FIXED))
        .isEqualTo(length + "07" + "00" + "00000000" + "7fffffff" + "0000000b");
    assertThat(frame.toString(FIXED, frame.readableBytes() - FIXED, StandardCharsets.US_ASCII))
        .isEqualTo(words);
    frame.release();
  }

  @Test
  void itsWordsSayWhatTheConnectionEndsFor() {
    isCalm(CloseReason.FLOOD, "000031", "too many frames that belong to no request");
    isCalm(
        CloseReason.HEAD,
        "000048",
        "a header block or the first frames didn't come to an end in time");
  }

  @Test
  void aPingHasEightBytes() {
    assertThat(Http2GoAway.token().length()).isEqualTo(8);
  }
}
