package dev.vertxmesh.net.tls.listener;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import java.util.concurrent.Executor;

/**
 * What the handshake of one connection has computed on another thread. Meanwhile nothing is read,
 * or all that a client sends at once would wait in memory; and nothing is computed for a connection
 * that is gone. To stand before TLS until the handshake has ended. Its state is the event loop's.
 */
final class HandshakeTasks extends ChannelOutboundHandlerAdapter implements Executor {

  private final Executor thread;
  private final Channel channel;
  private int waiting;
  private boolean over;

  HandshakeTasks(Executor thread, Channel channel) {
    this.thread = thread;
    this.channel = channel;
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(() -> compute(task));
    waiting++;
    channel.config().setAutoRead(false);
  }

  private void compute(Runnable task) {
    if (channel.isActive()) {
      task.run();
      channel.eventLoop().execute(this::onComputed);
    }
  }

  /** TLS has gone on with it by now, and may have had more to compute. */
  private void onComputed() {
    waiting--;
    if (waiting == 0 && !over) {
      channel.config().setAutoRead(true);
    }
  }

  /** Before the handshake's end TLS asks for more by itself. */
  @Override
  public void read(ChannelHandlerContext ctx) {
    if (waiting == 0 || over) {
      ctx.read();
    }
  }

  /** The handshake has ended well: who comes after it says what is read. */
  void end() {
    over = true;
    channel.pipeline().remove(this);
    if (waiting > 0) {
      channel.config().setAutoRead(true);
    }
  }
}
