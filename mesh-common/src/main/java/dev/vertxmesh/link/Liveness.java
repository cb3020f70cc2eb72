package dev.vertxmesh.link;

import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import java.util.function.LongSupplier;

/**
 * Whether the other side of a link is there: it greets in time, it's heard or answers a PING, and
 * it takes what waits for it.
 */
final class Liveness {

  private final LinkOptions options;
  private final LongSupplier nanoClock;
  private final SendQueue sendQueue;
  private final long begun;
  private long lastRead;
  private boolean pinged;
  private SendQueue.Progress seen;
  private long takenAt;

  Liveness(LinkSetup setup, SendQueue sendQueue) {
    this.options = setup.options();
    this.nanoClock = setup.nanoClock();
    this.sendQueue = sendQueue;
    this.begun = nanoClock.getAsLong();
    this.lastRead = begun;
    this.takenAt = begun;
  }

  /** How often it's to be looked at, in milliseconds. */
  int tick() {
    return Math.max(1, Math.min(options.keepAliveMillis(), options.helloMillis()) / 2);
  }

  /** Bytes have come. */
  void onRead() {
    onTaken();
    pinged = false;
  }

  /** It takes what we send, and so is alive, also while we don't read what it sends. */
  void onTaken() {
    lastRead = nanoClock.getAsLong();
  }

  /**
   * What speaks against it; null if nothing does.
   *
   * @param isGreeting whether it hasn't greeted yet
   */
  String fault(boolean isGreeting) {
    long now = nanoClock.getAsLong();
    if (isGreeting) {
      return now - begun > options.helloMillis() * 1_000_000L
          ? "no HELLO within " + options.helloMillis() + " ms"
          : null;
    }
    long silence = (now - lastRead) / 1_000_000;
    if (silence > 3L * options.keepAliveMillis()) {
      return "nothing was heard for " + silence + " ms";
    } else if (silence >= options.keepAliveMillis() && !pinged) {
      pinged = true;
      sendQueue.frame(out -> Ping.encode(out, now));
    }
    return notTaken(now);
  }

  /** Who takes nothing of what waits holds memory, though it may say PONG. */
  private String notTaken(long now) {
    SendQueue.Progress progress = sendQueue.progress();
    if (progress == null || !progress.equals(seen)) {
      seen = progress;
      takenAt = now;
      return null;
    }
    long still = (now - takenAt) / 1_000_000;
    return still > 3L * options.keepAliveMillis()
        ? "nothing of what waits was taken for " + still + " ms"
        : null;
  }
}
