package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TlsRecordGuardTest {

  private static final int MOST = 20_000;

  private final TlsRecords room = new TlsRecords(() -> MOST);
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  private EmbeddedChannel open() {
    return open(new ChannelInboundHandlerAdapter());
  }

  /** With something that stands for TLS. */
  private EmbeddedChannel open(ChannelHandler tls) {
    TlsRecordGuard guard = new TlsRecordGuard(room);
    EmbeddedChannel channel = new EmbeddedChannel(guard, tls, guard.behind());
    channels.add(channel);
    return channel;
  }

  @AfterEach
  void nothingIsHeld() {
    channels.forEach(EmbeddedChannel::finishAndReleaseAll);
    assertThat(room.taken()).isZero();
  }

  /** So many bytes of a record that is to have so many behind its head. */
  private static ByteBuf record(int length, int bytes) {
    ByteBuf all = Unpooled.buffer(5 + length).writeByte(22).writeShort(0x0301).writeShort(length);
    return all.writeZero(length).slice(0, bytes);
  }

  private static String passed(EmbeddedChannel channel) {
    StringBuilder all = new StringBuilder();
    for (ByteBuf next = channel.readInbound(); next != null; next = channel.readInbound()) {
      all.append(ByteBufUtil.hexDump(next)).append(' ');
      next.release();
    }
    return all.toString().strip();
  }

  @Test
  void whatIsNotWholeIsHeldUntilItIs() {
    EmbeddedChannel channel = open();
    channel.writeInbound(record(100, 3));
    assertThat(room.taken()).isEqualTo(3);
    channel.writeInbound(record(100, 105).skipBytes(3).readRetainedSlice(50));
    assertThat(room.taken()).isEqualTo(53);
    channel.writeInbound(record(100, 105).skipBytes(53));
    assertThat(room.taken()).isZero();
    channel.writeInbound(Unpooled.wrappedBuffer(record(0, 5), record(7, 12), record(9, 6)));
    assertThat(room.taken()).isEqualTo(6);
  }

  @Test
  void theOneThatHasWaitedTheLongestGoes() {
    EmbeddedChannel first = open();
    EmbeddedChannel second = open();
    EmbeddedChannel third = open();
    first.writeInbound(record(9_000, 5_000));
    second.writeInbound(record(9_000, 9_000));
    first.writeInbound(record(9_000, 9_005).skipBytes(5_000)); // whole now
    first.writeInbound(record(9_000, 9_000)); // and this is younger than the second's
    third.writeInbound(record(9_000, 9_000));
    assertThat(second.isOpen()).isFalse();
    assertThat(first.isOpen()).isTrue();
    assertThat(third.isOpen()).isTrue();
    assertThat(room.taken()).isEqualTo(18_000);
  }

  @Test
  void whoHoldsTooMuchAloneGoesItself() {
    EmbeddedChannel channel = open();
    channel.writeInbound(record(60_000, 20_001));
    assertThat(channel.isOpen()).isFalse();
    assertThat(passed(channel)).isEmpty();
  }

  @Test
  void aPartOfARecordDoesNotKeepALargeBuffer() {
    EmbeddedChannel channel = open();
    ByteBuf large = Unpooled.buffer(64 << 10).writeBytes(record(2, 7)).writeBytes(record(9, 2));
    channel.writeInbound(large);
    assertThat(large.refCnt()).isOne(); // as the first record hasn't been read yet
    assertThat(passed(channel)).isEqualTo("16030100020000 1603");
    assertThat(large.refCnt()).isZero();
  }

  @Test
  void whatIsWholePassesAndHoldsNothing() {
    EmbeddedChannel channel = open();
    channel.writeInbound(record(2, 7), record(0, 5));
    assertThat(passed(channel)).isEqualTo("16030100020000 1603010000");
    EmbeddedChannel other = open();
    other.writeInbound(record(60_000, 20_001));
    assertThat(other.isOpen()).isFalse();
    assertThat(channel.isOpen()).as("who holds nothing makes no room").isTrue();
  }

  @Test
  void aRecordThatEndsAndTheNextInOneReadMakeItTheYoungest() {
    EmbeddedChannel first = open();
    EmbeddedChannel second = open();
    first.writeInbound(record(5_000, 5_000));
    second.writeInbound(record(9_000, 6_000));
    ByteBuf rest = record(5_000, 5_005).skipBytes(5_000);
    first.writeInbound(Unpooled.wrappedBuffer(rest, record(9_000, 9_000)));
    EmbeddedChannel third = open();
    third.writeInbound(record(9_000, 8_000));
    assertThat(second.isOpen()).isFalse();
    assertThat(first.isOpen()).isTrue();
    assertThat(room.taken()).isEqualTo(17_000);
  }

  /** What is passed on of a buffer of so many bytes whose last are a part of a record. */
  private List<Integer> capacities(int capacity, int whole, int part) {
    EmbeddedChannel channel = open();
    ByteBuf in = Unpooled.buffer(capacity);
    for (int i = 0; i < whole; i++) {
      in.writeBytes(record(2, 7));
    }
    channel.writeInbound(in.writeBytes(record(9_000, part)));
    List<Integer> capacities = new ArrayList<>();
    for (ByteBuf next = channel.readInbound(); next != null; next = channel.readInbound()) {
      capacities.add(next.capacity());
      next.release();
    }
    return capacities;
  }

  @Test
  void aBufferThatIsLittleLargerThanItsPartIsKept() {
    int most = (4 << 10) + 4 * 100;
    assertThat(capacities(most, 0, 100)).containsExactly(most);
    assertThat(capacities(most, 1, 100)).containsExactly(most);
    assertThat(capacities(most + 1, 1, 100)).hasSize(2).first().isEqualTo(most + 1);
    assertThat(capacities(most + 1, 0, 100)).hasSize(1).allMatch(size -> size < 1_000);
  }

  /** A socket closes some time after it's told to. */
  @Test
  void whoHasToGoGivesItsRoomAtOnce() {
    TlsRecordGuard guard = new TlsRecordGuard(room);
    EmbeddedChannel slow =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
            },
            guard,
            guard.behind());
    slow.writeInbound(record(9_000, 9_000));
    EmbeddedChannel other = open();
    other.writeInbound(record(30_000, 15_000));
    assertThat(room.taken()).isEqualTo(15_000);
    assertThat(slow.isOpen()).isTrue();
    slow.writeInbound(record(9_000, 9_005).skipBytes(9_000));
    assertThat(passed(slow)).as("of what comes until it has closed nothing passes").hasSize(18_000);
    slow.unsafe().closeForcibly();
    slow.pipeline().removeFirst();
  }

  /** A buffer of half a record, as large as it may be. */
  private static EmbeddedChannel holding() {
    TlsRecordGuard guard = new TlsRecordGuard();
    EmbeddedChannel channel = new EmbeddedChannel(guard, guard.behind());
    channel.writeInbound(record(60_000, 50_000));
    channel.releaseInbound();
    return channel;
  }

  @Test
  void aFloodOnOneEventLoopIsNoHarmToAnother() throws Exception {
    List<EmbeddedChannel> flood = new ArrayList<>();
    FastThreadLocalThread loop =
        new FastThreadLocalThread(
            () -> {
              do {
                flood.add(holding());
              } while (flood.get(0).isOpen());
            });
    loop.start();
    loop.join();
    EmbeddedChannel good = holding();
    assertThat(good.isOpen()).as("whose own loop holds nothing else").isTrue();
    assertThat(flood).as("its own have gone").hasSizeGreaterThan(2);
    good.finishAndReleaseAll();
    flood.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  @Test
  void whoHasToGoIsToldOfBeforeItCloses() {
    List<Object> events = new ArrayList<>();
    EmbeddedChannel channel =
        open(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                events.add(event + (ctx.channel().isOpen() ? ", open" : ", closed"));
              }
            });
    channel.writeInbound(record(60_000, 20_001));
    assertThat(events).containsExactly("HELD, open");
    assertThat(channel.isOpen()).isFalse();
  }

  /** Takes records, and gives what a test has it give. */
  private static final class Swallowing extends ChannelInboundHandlerAdapter {
    private ChannelHandlerContext context;
    private Object next;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
      if (next != null) {
        ctx.fireChannelRead(next);
        next = null;
      }
    }
  }

  @Test
  void wholeRecordsOfWhichNothingComesCountUntilSomethingDoes() {
    Swallowing tls = new Swallowing();
    EmbeddedChannel channel = open(tls);
    channel.writeInbound(record(100, 105), record(50, 55));
    assertThat(room.taken()).isEqualTo(160);
    channel.writeInbound(record(50, 20));
    assertThat(room.taken()).isEqualTo(180);
    tls.next = "plain text";
    channel.writeInbound(record(50, 55).skipBytes(20));
    assertThat(room.taken()).isZero();
    channel.writeInbound(record(100, 105), record(50, 20));
    assertThat(room.taken()).isEqualTo(125);
    tls.context.fireChannelRead("plain text, later");
    assertThat(room.taken()).as("the part of the next").isEqualTo(20);
  }

  @Test
  void aHandshakeThatIsDoneIsSomethingAndOneThatFailedIsNot() {
    Swallowing tls = new Swallowing();
    EmbeddedChannel channel = open(tls);
    channel.writeInbound(record(100, 105));
    tls.context.fireUserEventTriggered(
        new SslHandshakeCompletionEvent(new IOException("bad certificate")));
    assertThat(room.taken()).isEqualTo(105);
    tls.context.fireUserEventTriggered(SslHandshakeCompletionEvent.SUCCESS);
    assertThat(room.taken()).isZero();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void whoHasSaidMuchForNothingTheLongestGoes() {
    EmbeddedChannel first = open(new Swallowing());
    EmbeddedChannel second = open(new Swallowing());
    first.writeInbound(record(5_000, 5_005));
    second.writeInbound(record(9_000, 9_005));
    first.writeInbound(record(5_000, 5_005)); // which makes it no younger
    assertThat(room.taken()).isEqualTo(19_015);
    open(new Swallowing()).writeInbound(record(9_000, 9_005));
    assertThat(first.isOpen()).isFalse();
    assertThat(second.isOpen()).isTrue();
    assertThat(room.taken()).isEqualTo(18_010);
    second.writeInbound(record(14_000, 14_005));
    assertThat(second.isOpen()).as("with as much alone as all may have").isFalse();
  }

  /** As those do that an event loop has just told to. */
  private EmbeddedChannel slowlyClosing() {
    TlsRecordGuard guard = new TlsRecordGuard(room);
    EmbeddedChannel slow =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
            },
            guard,
            new Swallowing(),
            guard.behind());
    channels.add(slow);
    return slow;
  }

  @Test
  void whileManyThatWereCutAreThereOnlySmallOnesAreTaken() {
    List<EmbeddedChannel> flood = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      flood.add(slowlyClosing());
      flood.get(i).writeInbound(record(9_000, 9_005));
    }
    Swallowing tls = new Swallowing();
    EmbeddedChannel large = open(tls);
    large.writeInbound(record(9_000, 9_005));
    assertThat(large.isOpen()).isFalse();
    EmbeddedChannel small = open(new Swallowing());
    small.writeInbound(record(4_000, 4_005));
    assertThat(small.isOpen()).isTrue();
    assertThat(room.taken()).isLessThanOrEqualTo(MOST);
    flood.forEach(each -> each.pipeline().removeFirst());
    flood.forEach(EmbeddedChannel::finishAndReleaseAll);
    EmbeddedChannel next = open(new Swallowing());
    next.writeInbound(record(9_000, 9_005));
    assertThat(next.isOpen()).as("once they're gone").isTrue();
  }

  @Test
  void whoSendsManyWholeRecordsThatAreReadAtOnceNeedsNoRoom() {
    EmbeddedChannel waits = open();
    waits.writeInbound(record(20_000, 19_000));
    EmbeddedChannel large = open();
    large.writeInbound(record(60_000, 60_005));
    assertThat(waits.isOpen()).isTrue();
    assertThat(large.isOpen()).isTrue();
    assertThat(room.taken()).isEqualTo(19_000);
  }

  @Test
  void aHelloThatIsOlderThanManyLargeOnesStays() {
    EmbeddedChannel good = open(new Swallowing());
    good.writeInbound(record(500, 505));
    for (int i = 0; i < 30; i++) {
      open(new Swallowing()).writeInbound(record(3_000, 3_005));
    }
    assertThat(good.isOpen()).isTrue();
    assertThat(channels).filteredOn(EmbeddedChannel::isOpen).hasSize(7);
  }
}
