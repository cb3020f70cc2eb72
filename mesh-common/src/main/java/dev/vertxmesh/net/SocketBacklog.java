package dev.vertxmesh.net;

import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.TimeUnit;

/**
 * What one socket was given and hasn't taken: Netty has it outside of the heap, whatever it was
 * before, and so it's charged to the budget of direct memory. Looked at after each flush, when
 * nearly always nothing is left, and from time to time while something is.
 *
 * <p>Stands first in the pipeline, where a flush is one of the socket.
 */
public final class SocketBacklog extends ChannelDuplexHandler {

  /** What has been taken since is given back that late, unless somebody needs it. */
  private static final long LOOK_MILLIS = 100;

  private final Runnable onOverrun;
  private ChannelHandlerContext socket;
  private Reservation holder;
  private boolean isLooking;
  private boolean isOver;

  private SocketBacklog(Runnable onOverrun) {
    this.onOverrun = onOverrun;
  }

  /**
   * Charges what waits for a connection.
   *
   * @param onOverrun run once, in a turn of its own, before the connection is cut off: there's no
   *     memory for what waits, and nobody else on this event loop holds more
   */
  public static void charge(Channel connection, Runnable onOverrun) {
    connection.pipeline().addFirst(new SocketBacklog(onOverrun));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    socket = context;
    holder = Reservations.ofDirect().add(this::overrun, this::waiting);
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    context.flush();
    look();
  }

  private void look() {
    long waiting = waiting();
    long held = holder.held();
    if (isOver || waiting == 0 && held == 0) {
      return;
    }
    if (waiting <= held) {
      holder.release(held - waiting);
    } else if (!holder.hold(waiting - held)) {
      holder.close();
      overrun();
      return;
    }
    if (waiting > 0 && !isLooking) {
      isLooking = true;
      socket.executor().schedule(this::lookAgain, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void lookAgain() {
    isLooking = false;
    look();
  }

  private long waiting() {
    ChannelOutboundBuffer queue = socket.channel().unsafe().outboundBuffer();
    return queue == null ? 0 : queue.totalPendingWriteBytes();
  }

  /** In a turn of its own: this one may be the connection's, which is just writing. */
  private void overrun() {
    isOver = true;
    socket.executor().execute(this::cut);
  }

  private void cut() {
    onOverrun.run();
    socket.close(); // past all others, which would flush first
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    isOver = true;
    holder.close();
  }
}
