package dev.vertxmesh.net.tls.listener;

import dev.vertxmesh.net.SocketReason;
import dev.vertxmesh.net.tls.HandshakeReason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.lang.System.Logger.Level;

/** Waits for the end of a handshake, right behind TLS. */
final class TlsHandshake extends ChannelInboundHandlerAdapter {

  private final String listener;
  private final LastWord lastWord;
  private final Runnable onDone;
  private boolean failed;

  TlsHandshake(String listener, LastWord lastWord, Runnable onDone) {
    this.listener = listener;
    this.lastWord = lastWord;
    this.onDone = onDone;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent end && !failed) {
      if (end.isSuccess()) {
        ctx.pipeline().remove(lastWord);
        onDone.run();
      } else {
        onFailed(ctx, end.cause());
      }
    }
    ctx.fireUserEventTriggered(event);
    if (event instanceof SslHandshakeCompletionEvent end && end.isSuccess()) {
      ctx.pipeline().remove(this);
    }
  }

  private void onFailed(ChannelHandlerContext ctx, Throwable cause) {
    failed = true;
    lastWord.onFailed();
    // who comes and goes without a word is a probe, or was too late
    Level level = SocketReason.isOfConnection(cause) ? Level.DEBUG : Level.WARNING;
    RefusedHandshakes.of(cause)
        .log()
        .log(
            level,
            "{0}: {1}: no TLS: {2}",
            listener,
            String.valueOf(ctx.channel().remoteAddress()),
            reason(cause));
  }

  /** The deepest says it best, such as which date a certificate had. */
  private static String reason(Throwable error) {
    Throwable deepest = error;
    while (deepest.getCause() != null && deepest.getCause().getMessage() != null) {
      deepest = deepest.getCause();
    }
    String message = deepest.getMessage();
    return message == null ? deepest.toString() : HandshakeReason.inJava(message);
  }

  /** They were told as the handshake's end, and what is behind has begun nothing. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {}
}
