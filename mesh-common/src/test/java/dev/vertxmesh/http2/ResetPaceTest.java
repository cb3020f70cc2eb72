package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Error;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResetPaceTest {

  private static final int HEAD_AND_CODE = 13;

  private final ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(handler);
  private final ChannelHandlerContext ctx = channel.pipeline().context(handler);
  private final AtomicInteger asked = new AtomicInteger();
  private long nanos = 7;
  private final ResetPace pace =
      new ResetPace(new DefaultHttp2FrameWriter(), () -> nanos, asked::incrementAndGet);

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void reset(int count) {
    for (int i = 0; i < count; i++) {
      pace.writeRstStream(ctx, 2 * i + 1, Http2Error.CANCEL.code(), ctx.newPromise());
    }
    channel.flush();
  }

  private int written() {
    int count = 0;
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      count += out.readableBytes() / HEAD_AND_CODE;
      out.release();
    }
    return count;
  }

  private void advance(int seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
    channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
  }

  @Test
  void fewAreWrittenAtOnceAndNobodyIsAskedForAnotherConnection() {
    reset(ResetPace.MANY - 1);
    assertThat(written()).isEqualTo(ResetPace.MANY - 1);
    assertThat(asked).hasValue(0);
    advance(31);
    reset(ResetPace.MANY - 1);
    assertThat(asked).hasValue(0);
  }

  @Test
  void whatWouldBeTooManyIsWrittenInLaterWindows() {
    reset(2 * ResetPace.MOST + 5);
    assertThat(written()).isEqualTo(ResetPace.MOST);
    assertThat(asked.get()).isPositive();
    advance(30);
    assertThat(written()).isZero();
    advance(1);
    assertThat(written()).isEqualTo(ResetPace.MOST);
    advance(31);
    assertThat(written()).isEqualTo(5);
    reset(ResetPace.MOST);
    assertThat(written()).isEqualTo(ResetPace.MOST - 5);
  }

  @Test
  void aStreamWhoseResetWaitsOrWaitedLatelyIsKnown() {
    reset(ResetPace.MOST + 1);
    int last = 2 * ResetPace.MOST + 1;
    assertThat(pace.contains(last)).isTrue();
    assertThat(pace.waiting()).isEqualTo(1);
    advance(31);
    assertThat(pace.contains(last)).isTrue();
    assertThat(pace.waiting()).isZero();
  }

  @Test
  void whereTooManyWaitTheNextAreWrittenAtOnce() {
    reset(ResetPace.MOST + ResetPace.MOST_WAITING + 7);
    assertThat(written()).isEqualTo(ResetPace.MOST + 7);
    assertThat(pace.waiting()).isEqualTo(ResetPace.MOST_WAITING);
  }

  /** An attempt may have failed. */
  @Test
  void anotherConnectionIsAskedForOnceASecondWhileThereAreMany() {
    reset(ResetPace.MOST);
    assertThat(asked).hasValue(1);
    advance(1);
    reset(3);
    assertThat(asked).hasValue(2);
  }

  @Test
  void whatWaitsWhenTheConnectionEndsIsForgotten() {
    reset(ResetPace.MOST + 5);
    written();
    channel.close();
    advance(31);
    assertThat(written()).isZero();
  }
}
