package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DubboDecoderTest {

  private static final String VALUE = "dabb0214000000000000000100000002 9192";
  private static final String HEARTBEAT = "dabbe2000000000000000002000000014e";
  private static final String REFUSED = "dabb0264ffffffffffffffff00000005 0466756c6c";
  private static final String ALL = VALUE + HEARTBEAT + REFUSED;
  private static final List<String> SEEN =
      List.of("02 14 1 9192", "e2 00 2 4e", "02 64 -1 0466756c6c");

  private final List<String> seen = new ArrayList<>();
  private final DubboDecoder decoder =
      new DubboDecoder(PooledByteBufAllocator.DEFAULT, 100, this::see);

  private void see(int flags, int status, long id, ByteBuf body) {
    seen.add(String.format("%02x %02x %d %s", flags, status, id, ByteBufUtil.hexDump(body)));
  }

  private static ByteBuf pooled(ByteBuf bytes) {
    return PooledByteBufAllocator.DEFAULT.buffer(bytes.readableBytes()).writeBytes(bytes);
  }

  @AfterEach
  void close() {
    decoder.close();
  }

  @Test
  void severalMessagesInOneBuffer() {
    decoder.feed(pooled(unhex(ALL)));
    assertThat(seen).isEqualTo(SEEN);
    assertThat(decoder.pendingBytes()).isZero();
  }

  @Test
  void splitAtEveryByte() {
    int length = unhex(ALL).readableBytes();
    for (int first = 0; first <= length; first++) {
      for (int second = first; second <= length; second++) {
        seen.clear();
        ByteBuf all = unhex(ALL);
        decoder.feed(pooled(all.readSlice(first)));
        decoder.feed(pooled(all.readSlice(second - first)));
        decoder.feed(pooled(all));
        assertThat(seen).isEqualTo(SEEN);
      }
    }
  }

  @Test
  void byteByByte() {
    ByteBuf all = unhex(ALL);
    while (all.isReadable()) {
      decoder.feed(pooled(all.readSlice(1)));
    }
    assertThat(seen).isEqualTo(SEEN);
  }

  @Test
  void aWholeMessageIsNotCopied() {
    ByteBuf in = pooled(unhex(VALUE));
    DubboDecoder direct =
        new DubboDecoder(
            PooledByteBufAllocator.DEFAULT,
            100,
            (flags, status, id, body) -> {
              assertThat(body.memoryAddress()).isEqualTo(in.memoryAddress() + DubboHeader.SIZE);
              seen.add("seen");
            });
    direct.feed(in);
    assertThat(seen).hasSize(1);
    assertThat(in.refCnt()).isZero();
  }

  /** Refuses every message that doesn't come whole. */
  private final class Refusing implements DubboDecoder.Recipient {
    @Override
    public void onMessage(int flags, int status, long id, ByteBuf body) {
      see(flags, status, id, body);
    }

    @Override
    public boolean onBegin(int flags, long id, int length, ByteBuf body) {
      seen.add(String.format("begun %02x %d %d %s", flags, id, length, ByteBufUtil.hexDump(body)));
      return false;
    }

    @Override
    public void onTooLong(int flags, long id, long length, ByteBuf body) {
      seen.add(
          String.format("too long %02x %d %d %s", flags, id, length, ByteBufUtil.hexDump(body)));
    }
  }

  @Test
  void aMessageThatIsRefusedWhenItBeginsIsSkipped() {
    DubboDecoder refusing =
        new DubboDecoder(PooledByteBufAllocator.DEFAULT, 100, this.new Refusing());
    String piece = "dabbc2000000000000000007 00000006 0102";
    refusing.feed(pooled(unhex(VALUE + piece)));
    assertThat(refusing.pendingBytes()).isZero();
    refusing.feed(pooled(unhex("0304")));
    assertThat(refusing.pendingBytes()).isZero();
    refusing.feed(pooled(unhex("0506" + HEARTBEAT)));
    assertThat(seen).containsExactly(SEEN.get(0), "begun c2 7 6 0102", SEEN.get(1));
  }

  @Test
  void whoeverWantsToAnswerIsToldOfAMessageThatIsTooLong() {
    DubboDecoder refusing =
        new DubboDecoder(PooledByteBufAllocator.DEFAULT, 100, this.new Refusing());
    assertThatThrownBy(() -> refusing.feed(pooled(unhex("dabbc2000000000000000007 00000065 0102"))))
        .isInstanceOf(DubboCodecException.class);
    assertThat(seen).containsExactly("too long c2 7 101 0102");
  }

  @Test
  void aSkippedMessageMayComeInAnyPiecesAndEndWithOne() {
    for (int cut = 2; cut <= 6; cut++) {
      seen.clear();
      DubboDecoder refusing =
          new DubboDecoder(PooledByteBufAllocator.DEFAULT, 100, this.new Refusing());
      ByteBuf body = unhex("010203040506");
      refusing.feed(pooled(unhex("dabbc2000000000000000007 00000006")));
      refusing.feed(pooled(body.readSlice(cut)));
      refusing.feed(pooled(body));
      refusing.feed(pooled(unhex(VALUE)));
      assertThat(seen).as("cut at %d", cut).containsExactly("begun c2 7 6 ", SEEN.get(0));
      refusing.close();
    }
  }

  @Test
  void aMessageThatIsGatheredBeginsOnce() {
    List<Integer> begun = new ArrayList<>();
    DubboDecoder gathering =
        new DubboDecoder(
            PooledByteBufAllocator.DEFAULT,
            100,
            new DubboDecoder.Recipient() {
              @Override
              public void onMessage(int flags, int status, long id, ByteBuf body) {
                see(flags, status, id, body);
              }

              @Override
              public boolean onBegin(int flags, long id, int length, ByteBuf body) {
                return begun.add(body.readableBytes());
              }
            });
    String head = "dabb0214000000000000000100000006";
    gathering.feed(pooled(unhex(head.substring(0, 30))));
    assertThat(gathering.pendingBytes()).isEqualTo(15);
    gathering.feed(pooled(unhex(head.substring(30))));
    gathering.feed(pooled(unhex("0102")));
    gathering.feed(pooled(unhex("030405")));
    assertThat(gathering.pendingBytes()).isEqualTo(16 + 5);
    gathering.feed(pooled(unhex("06" + VALUE + head + "01")));
    assertThat(begun).containsExactly(0, 1);
    assertThat(seen).containsExactly("02 14 1 010203040506", SEEN.get(0));
    gathering.close();
    assertThat(gathering.pendingBytes()).isZero();
  }

  @Test
  void bodiesMayBeAsLongAsTheirLimits() {
    decoder.feed(pooled(unhex("dabb0214000000000000000100000064" + "00".repeat(100))));
    decoder.feed(pooled(unhex("dabb2214000000000000000100000040" + "00".repeat(64))));
    assertThat(seen).hasSize(2);
    DubboDecoder narrow = new DubboDecoder(PooledByteBufAllocator.DEFAULT, 10, this::see);
    assertThatThrownBy(() -> narrow.feed(pooled(unhex("dabb221400000000000000010000000b"))))
        .hasMessage("a Dubbo event of 11 bytes is over the limit of 10");
  }

  @Test
  void aBufferThatSomebodyElseHasTooIsNotWrittenTo() {
    ByteBuf begun = PooledByteBufAllocator.DEFAULT.buffer(100).writeBytes(unhex("dabb0214"));
    begun.setByte(4, 7);
    ByteBuf others = begun.retainedDuplicate();
    decoder.feed(begun);
    decoder.feed(pooled(unhex(VALUE.substring(8))));
    assertThat(seen).containsExactly(SEEN.get(0));
    others.writerIndex(5);
    assertThat(others.getByte(4)).as("behind what the decoder was given").isEqualTo((byte) 7);
    others.release();
    assertThat(begun.refCnt()).isZero();
  }

  @Test
  void whatIsNotDubboIsNamed() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex(VALUE + "485454502f312e31"))))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage(
            "not Dubbo: a message starts with da bb, here is 48 54 54 50 2f 31 2e 31, as HTTP"
                + " begins");
    assertThat(seen).isEqualTo(SEEN.subList(0, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "504f5354202f20, ', as HTTP begins'",
    "505249202a2048545450, ', as HTTP/2 begins, and gRPC with it'",
    "000012040000000000, ', as HTTP/2 begins, and gRPC with it'",
    "000012040100000000, ' 00'",
    "000000460100004600000000564d5348, ', as a link between the mesh''s agents does'",
    "160301, ', as TLS begins'",
    "474554, ' 54'",
    "47455420, ', as HTTP begins'",
    "4745542f, ' 2f'",
    "0000120400000000, ' 00'",
    "000012040000000001, ' 01'",
    "000000460100004600000000564d5349, ' 49'",
    "00000046010000460000000056, ' 56'",
    "00000046010000460000000056aaaaaa0f0f, ' aa'",
    "5353482d, ' 2d'"
  })
  void whoseItIsTheFirstBytesTell(String bytes, String end) {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex(bytes)))).hasMessageEndingWith(end);
  }

  @Test
  void whatFollowsAMessageIsReadFromItsOwnFirstByte() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex(VALUE + "00001204"))))
        .hasMessageEndingWith("here is 00 00 12 04");
    DubboDecoder other = new DubboDecoder(PooledByteBufAllocator.DEFAULT, 100, this::see);
    assertThatThrownBy(() -> other.feed(pooled(unhex(VALUE + "000012040000000000"))))
        .hasMessageEndingWith(", as HTTP/2 begins, and gRPC with it");
  }

  @Test
  void aMessagesKindIsInItsFlags() {
    assertThat(DubboHeader.isRequest(0x80)).isTrue();
    assertThat(DubboHeader.isRequest(0x7f)).isFalse();
    assertThat(DubboHeader.isTwoWay(0x40)).isTrue();
    assertThat(DubboHeader.isTwoWay(0xbf)).isFalse();
    assertThat(DubboHeader.isEvent(0x20)).isTrue();
    assertThat(DubboHeader.isEvent(0xdf)).isFalse();
    assertThat(DubboHeader.serialization(0xff)).isEqualTo(0x1f);
  }

  @Test
  void oneWrongByteIsEnough() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex("48"))))
        .hasMessage("not Dubbo: a message starts with da bb, here is 48");
  }

  @Test
  void aBodyOverTheLimitIsRefusedBeforeItArrives() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex("dabb0214000000000000000100000065"))))
        .hasMessage("a Dubbo message of 101 bytes is over the limit of 100");
  }

  @Test
  void aLengthThatReadsAsNegativeIsOverTheLimit() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex("dabb02140000000000000001ffffffff"))))
        .hasMessage("a Dubbo message of 4294967295 bytes is over the limit of 100");
  }

  @Test
  void anEventHasALimitOfItsOwn() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex("dabb2214000000000000000100000041"))))
        .hasMessage("a Dubbo event of 65 bytes is over the limit of 64");
  }

  @Test
  void afterAFailureAllInputIsDropped() {
    assertThatThrownBy(() -> decoder.feed(pooled(unhex("00"))));
    ByteBuf more = pooled(unhex(ALL));
    decoder.feed(more);
    assertThat(seen).isEmpty();
    assertThat(more.refCnt()).isZero();
  }

  @Test
  void aRecipientThatClosesGetsNoMore() {
    DubboDecoder[] closing = new DubboDecoder[1];
    closing[0] =
        new DubboDecoder(
            PooledByteBufAllocator.DEFAULT,
            100,
            (flags, status, id, body) -> {
              seen.add("seen");
              closing[0].close();
            });
    closing[0].feed(pooled(unhex(ALL)));
    assertThat(seen).hasSize(1);
  }

  @Test
  void aRecipientThatFailsLeavesNoBuffer() {
    ByteBuf in = pooled(unhex(ALL));
    DubboDecoder failing =
        new DubboDecoder(
            PooledByteBufAllocator.DEFAULT,
            100,
            (flags, status, id, body) -> {
              throw new IllegalStateException("recipient");
            });
    assertThatThrownBy(() -> failing.feed(in)).hasMessage("recipient");
    assertThat(in.refCnt()).isZero();
  }
}
