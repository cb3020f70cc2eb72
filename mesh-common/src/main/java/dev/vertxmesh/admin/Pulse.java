package dev.vertxmesh.admin;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether the agent's event loops still have their turns. One that is busy has the next one soon,
 * however much waits for it; one that is stuck never has. Belongs to the admin port's event loop.
 */
final class Pulse {

  /** So long no turn is one of a busy machine. */
  static final long STUCK_SECONDS = 60;

  private final Supplier<Future<Void>> look;
  private final LongSupplier nanoClock;
  private volatile boolean waits;
  private long since;

  /**
   * @param look completes, on any thread, once each of the event loops has had a turn
   */
  Pulse(Supplier<Future<Void>> look, LongSupplier nanoClock) {
    this.look = look;
    this.nanoClock = nanoClock;
  }

  /** For how many seconds a loop has had no turn; 0 unless it's stuck. Looks anew. */
  long stuckSeconds() {
    if (!waits) {
      waits = true;
      since = nanoClock.getAsLong();
      look.get().onComplete(seen -> waits = false);
      return 0;
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - since);
    return seconds < STUCK_SECONDS ? 0 : seconds;
  }
}
