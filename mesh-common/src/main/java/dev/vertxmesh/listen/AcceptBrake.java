package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a listening socket accept no more than its event loops look at. It does so on a thread of
 * its own, which else would take all file descriptors before the first connection is refused; what
 * isn't accepted waits in the kernel. Where there's no room, connections are closed right here: it
 * costs a loop ten times as much to make one of HTTP first. Thread-safe.
 */
@Sharable
public final class AcceptBrake extends ChannelInboundHandlerAdapter {

  /** Connections that wait to be looked at until accepting pauses. */
  static final int MOST_WAITING = 32;

  /** Connections that are closed here until accepting pauses: 5,000 a second. */
  static final int MOST_REFUSED = 50;

  static final int PAUSE_MILLIS = 10;

  /** Whether there's room for connections. */
  public interface Room {

    /** For any number. */
    Room ENDLESS = () -> false;

    /** Whether the next connection would be refused. Any thread. */
    boolean isFull();

    /** Whether it has waited so long that its caller is about to give up, or has. Any thread. */
    default boolean isLate(Channel connection) {
      return false;
    }

    /** One was refused, and closed. Any thread. */
    default void onRefused(CloseReason reason) {}
  }

  private final Room room;
  private final AtomicInteger waiting = new AtomicInteger();
  private int refused;
  private volatile boolean pauses;

  AcceptBrake(Room room) {
    this.room = room;
  }

  /** The one of a listening socket, which gets one with its first connection. */
  public static AcceptBrake of(Channel listening, Room room) {
    ChannelPipeline pipeline = listening.pipeline();
    synchronized (pipeline) { // connections of several loops may be the first
      AcceptBrake known = pipeline.get(AcceptBrake.class);
      if (known == null) {
        known = new AcceptBrake(room);
        pipeline.addFirst(known);
      }
      return known;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object connection) {
    if (room.isFull()) {
      refuse(context, (Channel) connection, CloseReason.FULL);
      return;
    }
    if (room.isLate((Channel) connection)) {
      refuse(context, (Channel) connection, CloseReason.LATE);
      return;
    }
    if (waiting.incrementAndGet() >= MOST_WAITING) {
      context.channel().config().setAutoRead(false);
    }
    context.fireChannelRead(connection);
  }

  private void refuse(ChannelHandlerContext context, Channel connection, CloseReason reason) {
    room.onRefused(reason);
    connection.unsafe().closeForcibly(); // no loop has it yet
    refused++;
    if (refused == 1) {
      context.executor().schedule(() -> goOn(context), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } else if (refused >= MOST_REFUSED) {
      pauses = true;
      context.channel().config().setAutoRead(false);
    }
  }

  private void goOn(ChannelHandlerContext context) {
    refused = 0;
    pauses = false; // before looking who waits, as onLooked does it the other way round
    if (waiting.get() < MOST_WAITING) {
      context.channel().config().setAutoRead(true);
    }
  }

  /** One of them has been looked at; those of before the brake was there count as none. */
  public void onLooked(Channel listening) {
    int left = waiting.updateAndGet(count -> Math.max(0, count - 1));
    if (left < MOST_WAITING / 2 && !pauses && !listening.config().isAutoRead()) {
      listening.config().setAutoRead(true);
    }
  }
}
