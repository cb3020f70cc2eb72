package dev.vertxmesh.bench.distance;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Takes what one socket sends, and hands it to the other socket when it has come through the wire.
 * A sender is stopped, by TCP, when the wire and the queue before it are full.
 */
final class Relay extends ChannelInboundHandlerAdapter {

  private record Passing(ByteBuf bytes, long due) {}

  private final Wire wire;
  private final long most;
  private final ArrayDeque<Passing> passing = new ArrayDeque<>();
  private Channel from;
  private Channel to;
  private long held;
  private boolean due;
  private boolean ended;

  /**
   * @param queue bytes that may wait before the wire
   */
  Relay(Wire wire, long queue) {
    this.wire = wire;
    this.most = wire.holds() + queue;
  }

  /** Where what comes is sent. Both channels belong to one event loop. */
  void to(Channel channel) {
    to = channel;
    onRoom();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    from = ctx.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    held += bytes.readableBytes();
    passing.add(new Passing(bytes, wire.send(bytes.readableBytes(), System.nanoTime())));
    if (held > most) {
      from.config().setAutoRead(false);
    }
    await();
  }

  private void await() {
    if (!due && to != null && !passing.isEmpty() && to.isWritable()) {
      due = true;
      long nanos = passing.peek().due() - System.nanoTime();
      from.eventLoop().schedule(this::onDue, Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }
  }

  private void onDue() {
    due = false;
    long now = System.nanoTime();
    while (!passing.isEmpty() && passing.peek().due() <= now && to.isWritable()) {
      ByteBuf bytes = passing.poll().bytes();
      held -= bytes.readableBytes();
      to.write(bytes, to.voidPromise());
    }
    to.flush();
    if (ended && passing.isEmpty()) {
      to.close();
    } else if (held <= most) {
      from.config().setAutoRead(true);
    }
    await();
  }

  /** The receiving socket takes more again. */
  void onRoom() {
    await();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    if (to != null && passing.isEmpty()) {
      to.close();
    }
  }

  /** Nobody takes what is still on its way. */
  void drop() {
    passing.forEach(one -> one.bytes().release());
    passing.clear();
    held = 0;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}
