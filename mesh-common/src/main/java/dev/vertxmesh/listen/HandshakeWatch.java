package dev.vertxmesh.listen;

import dev.vertxmesh.net.SocketReason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** With TLS, a connection is one of HTTP once its handshake has ended. */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {

  private final Runnable onDone;
  private final Runnable onFailed;

  /**
   * @param onDone run when what is behind it has been set up for HTTP
   * @param onFailed not run if it was just left
   */
  HandshakeWatch(Runnable onDone, Runnable onFailed) {
    this.onDone = onDone;
    this.onFailed = onFailed;
  }

  /**
   * From where to close a connection at once: within a handshake TLS would first wait for what it
   * has computed.
   *
   * @param guard which stands behind TLS
   */
  static ChannelHandlerContext past(ChannelHandlerContext guard) {
    ChannelPipeline pipeline = guard.pipeline();
    return pipeline.get(HandshakeWatch.class) == null ? guard : pipeline.firstContext();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    ctx.fireUserEventTriggered(event); // which sets the pipeline up
    if (event instanceof SslHandshakeCompletionEvent end) {
      if (end.isSuccess()) {
        onDone.run();
      } else if (!SocketReason.isOfConnection(end.cause())) {
        onFailed.run();
      }
      ctx.pipeline().remove(this);
    }
  }
}
