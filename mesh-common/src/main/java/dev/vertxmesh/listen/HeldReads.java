package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Connections of HTTP/1.1 that aren't read for a quarter of a second, because their callers have
 * just been told to come back after a second. Each of those that come back at once would cost its
 * refusal again and again, and a loop that is short of CPU would do little else. What they send
 * stays in their sockets. Not those of HTTP/2: calls of others may come on them. Belongs to one
 * event loop.
 */
public final class HeldReads {

  /** A quarter of the least that {@code retry-after} can say. */
  static final int HOLD_MILLIS = 250;

  /** How exactly that's kept. */
  private static final int TICK_MILLIS = 10;

  private final Vertx vertx;
  private final BooleanSupplier isShort;
  private final LongSupplier nanoClock;

  /** In the order in which they are to be read again. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  private record Held(Channel channel, long since) {}

  /**
   * @param isShort whether the event loop is short of CPU; while it isn't, everybody is read
   */
  public HeldReads(Vertx vertx, BooleanSupplier isShort, LongSupplier nanoClock) {
    this.vertx = vertx;
    this.isShort = isShort;
    this.nanoClock = nanoClock;
  }

  /** A call that came on it was refused. */
  void onRefused(Channel channel) {
    if (!isShort.getAsBoolean() || !channel.config().isAutoRead()) {
      return; // or it's held already, or has come to its end
    }
    channel.config().setAutoRead(false);
    if (held.isEmpty()) {
      vertx.setPeriodic(TICK_MILLIS, this::tick);
    }
    held.add(new Held(channel, nanoClock.getAsLong()));
  }

  private void tick(long timer) {
    long before = nanoClock.getAsLong() - TimeUnit.MILLISECONDS.toNanos(HOLD_MILLIS);
    while (!held.isEmpty() && held.peek().since() - before <= 0) {
      held.poll().channel().config().setAutoRead(true);
    }
    if (held.isEmpty()) {
      vertx.cancelTimer(timer);
    }
  }
}
