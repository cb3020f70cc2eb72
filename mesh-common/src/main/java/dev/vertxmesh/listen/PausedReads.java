package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Connections of HTTP/1.1 that aren't read for a while, because call after call on them is refused.
 * Each refusal says {@code retry-after: 1}. Who comes back at once costs a refusal again and again,
 * and while there are many of those the CPU goes into refusals that answers need: so it waits until
 * it's read, from the second refusal in a row on for 125 ms, twice as long each time, and no longer
 * than that second. What it sends stays in its socket.
 *
 * <p>Nobody is held up while the loop has CPU enough and refuses fewer than a thousand calls a
 * second. Nor is HTTP/2: calls of others come on the same connection. Belongs to one event loop.
 */
public final class PausedReads {

  static final int SHORTEST_MILLIS = 125;

  /** What {@code retry-after} says. */
  static final int LONGEST_MILLIS = 1_000;

  /** A refusal takes some 60 µs: these are 6 % of a core. */
  static final int REFUSALS_A_SECOND = 1_000;

  private static final double NANOS_EACH = 1e9 / REFUSALS_A_SECOND;

  /** How exactly the times are kept. */
  private static final int TICK_MILLIS = 10;

  private final Vertx vertx;
  private final BooleanSupplier isShort;
  private final LongSupplier nanoClock;
  private final PriorityQueue<Held> held = new PriorityQueue<>(Comparator.comparingLong(Held::end));

  /** Time is counted from here, as the clock's own may pass from the highest to the lowest. */
  private final long origin;

  private double free = REFUSALS_A_SECOND;
  private long freeAt;

  private record Held(Channel channel, long end) {}

  /**
   * @param isShort whether the event loop is short of CPU
   */
  public PausedReads(Vertx vertx, BooleanSupplier isShort, LongSupplier nanoClock) {
    this.vertx = vertx;
    this.isShort = isShort;
    this.nanoClock = nanoClock;
    this.origin = nanoClock.getAsLong();
  }

  /**
   * A call that came on it was refused.
   *
   * @param inARow how many on it, this one too
   */
  void onRefused(Channel channel, int inARow) {
    long now = now();
    boolean many = !takesFree(now) || isShort.getAsBoolean();
    if (!many || inARow < 2 || !channel.config().isAutoRead()) {
      return; // or it's held already, or has come to its end
    }
    channel.config().setAutoRead(false);
    if (held.isEmpty()) {
      vertx.setPeriodic(TICK_MILLIS, this::tick);
    }
    held.add(new Held(channel, now + TimeUnit.MILLISECONDS.toNanos(millis(inARow))));
  }

  private static long millis(int inARow) {
    int doublings = Math.min(inARow - 2, LONGEST_MILLIS / SHORTEST_MILLIS);
    return Math.min(LONGEST_MILLIS, (long) SHORTEST_MILLIS << doublings);
  }

  private boolean takesFree(long now) {
    free = Math.min(REFUSALS_A_SECOND, free + (now - freeAt) / NANOS_EACH);
    freeAt = now;
    if (free < 1) {
      return false;
    }
    free--;
    return true;
  }

  private void tick(long timer) {
    long now = now();
    while (!held.isEmpty() && held.peek().end() <= now) {
      held.poll().channel().config().setAutoRead(true);
    }
    if (held.isEmpty()) {
      vertx.cancelTimer(timer);
    }
  }

  private long now() {
    return nanoClock.getAsLong() - origin;
  }
}
