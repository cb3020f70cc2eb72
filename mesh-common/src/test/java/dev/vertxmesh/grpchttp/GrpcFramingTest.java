package dev.vertxmesh.grpchttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcFramingTest {

  private static GrpcFraming framing(String encoding) {
    return new GrpcFraming("request", encoding, 300, "here");
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(ByteBufUtil.decodeHexDump(hex));
  }

  private static void assertRefused(GrpcFraming framing, String hex, Status status, String detail) {
    assertThatThrownBy(
            () -> {
              framing.feed(bytes(hex));
              framing.end();
            })
        .hasMessage(detail)
        .asInstanceOf(type(CallFailure.class))
        .extracting(CallFailure::status)
        .isEqualTo(status);
  }

  @Test
  void messagesAreFoundWhereverTheBytesAreCut() {
    String stream = "0000000002abcd" + "0000000000" + "0000000003010203" + "0100000001ff";
    for (int cut = 0; cut <= stream.length(); cut += 2) {
      GrpcFraming framing = framing("gzip");
      framing.feed(bytes(stream.substring(0, cut)));
      framing.feed(bytes(stream.substring(cut)));
      framing.end();
      assertThat(framing.messages()).isEqualTo(4);
    }
  }

  @Test
  void aStreamOfSingleBytesIsTheSameStream() {
    GrpcFraming framing = framing(null);
    for (byte octet : bytes("0000000002abcd0000000000").getBytes()) {
      framing.feed(Buffer.buffer(new byte[] {octet}));
    }
    framing.end();
    assertThat(framing.messages()).isEqualTo(2);
  }

  @Test
  void aMessageIsUnfinishedFromItsPrefixToItsLastByte() {
    GrpcFraming framing = framing(null);
    framing.feed(bytes("00000000"));
    assertThat(framing.unfinished()).isZero();
    framing.feed(bytes("02ab"));
    assertThat(framing.unfinished()).isEqualTo(7);
    framing.feed(bytes("cd"));
    assertThat(framing.unfinished()).isZero();
  }

  @Test
  void noMessagesAtAllAreAStreamToo() {
    framing(null).end();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0200000000     | message 1: its prefix begins with 0x02, expected 00 or 01
          0000000000ff   | message 2: its prefix begins with 0xff, expected 00 or 01
          0100000000     | message 1: it is compressed, but there's no grpc-encoding that says how
          000000         | message 1: it ends after 3 of the 5 bytes of its prefix
          0000000005abcd | message 1: it ends 3 bytes before its end, expected 5
          """)
  void whatIsNoStreamOfMessagesIsNamed(String hex, String detail) {
    assertRefused(framing(null), hex, Status.INTERNAL, "request: " + detail);
  }

  @Test
  void identityIsNoCompression() {
    assertRefused(
        framing("identity"),
        "0100000000",
        Status.INTERNAL,
        "request: message 1: it is compressed, but there's no grpc-encoding that says how");
  }

  @Test
  void aMessageOverItsLimitIsRefusedByItsPrefixAlone() {
    framing(null).feed(bytes("000000012c"));
    assertRefused(
        framing(null),
        "000000012d",
        Status.TOO_LARGE,
        "request: message 1 has 301 bytes, expected at most 300, the --max-message of this agent");
    assertRefused(
        framing(null),
        "00ffffffff",
        Status.TOO_LARGE,
        "request: message 1 has 4294967295 bytes, expected at most 300, the --max-message of this agent");
  }
}
