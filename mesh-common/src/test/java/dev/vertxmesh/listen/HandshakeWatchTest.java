package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class HandshakeWatchTest {

  private final List<String> heard = new ArrayList<>();

  private List<String> of(SslHandshakeCompletionEvent end) {
    HandshakeWatch watch = new HandshakeWatch(() -> heard.add("done"), () -> heard.add("failed"));
    EmbeddedChannel channel = new EmbeddedChannel(watch);
    channel.pipeline().fireUserEventTriggered(end);
    assertThat(channel.pipeline().get(HandshakeWatch.class)).isNull();
    channel.finishAndReleaseAll();
    return heard;
  }

  @Test
  void tellsOfAHandshakesEnd() {
    assertThat(of(SslHandshakeCompletionEvent.SUCCESS)).containsExactly("done");
  }

  @Test
  void tellsOfAClientThatIsWrong() {
    assertThat(of(new SslHandshakeCompletionEvent(new SSLException("no cipher suites in common"))))
        .containsExactly("failed");
  }

  @Test
  void saysNothingOfAClientThatIsGone() {
    assertThat(of(new SslHandshakeCompletionEvent(new ClosedChannelException()))).isEmpty();
    assertThat(of(new SslHandshakeCompletionEvent(new IOException("Connection reset by peer"))))
        .isEmpty();
  }

  /** Closes nothing, as TLS doesn't while it has something computed. */
  private static final class Holding extends ChannelOutboundHandlerAdapter {
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
  }

  private static boolean isClosed(ChannelHandler... behind) {
    ChannelHandler guard = new ChannelInboundHandlerAdapter();
    EmbeddedChannel channel = new EmbeddedChannel(new Holding(), guard);
    channel.pipeline().addLast(behind);
    HandshakeWatch.past(channel.pipeline().context(guard)).close();
    boolean isClosed = !channel.isOpen();
    if (!isClosed) {
      channel.pipeline().firstContext().close();
    }
    return isClosed;
  }

  @Test
  void aConnectionIsClosedAtOnceWithinItsHandshake() {
    assertThat(isClosed(new HandshakeWatch(() -> {}, () -> {}))).isTrue();
    assertThat(isClosed()).isFalse();
  }
}
