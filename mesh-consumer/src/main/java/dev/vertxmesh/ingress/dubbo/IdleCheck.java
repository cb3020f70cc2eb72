package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.net.KeepAlive;

/**
 * Looks at a connection from time to time: whether the consumer is there, whether a request that
 * has begun goes on, and whether a consumer that isn't read from takes what it's sent.
 */
final class IdleCheck {

  private final DubboIngressOptions options;
  private final KeepAlive keepAlive;
  private final long stallNanos;
  private final long leastBytes;
  private long lastRead;

  /** Of the request that has begun: since when, and how many bytes, its pace is looked at. */
  private long paceFrom;

  private long brought;
  private boolean begun;
  private long lastTaken;
  private long handedBefore;
  private long pendingBefore;

  /**
   * @param now in nanoseconds, as all times here
   */
  IdleCheck(DubboIngressOptions options, long now) {
    this.options = options;
    this.keepAlive = new KeepAlive(options.heartbeatMillis() * 1_000_000L, now);
    this.stallNanos = options.stallMillis() * 1_000_000L;
    this.leastBytes = Math.max(1, (long) options.bodyPace() * options.stallMillis() / 1_000);
    this.lastRead = now;
    this.lastTaken = now;
  }

  /** How often to look, in milliseconds. */
  int interval() {
    return Math.max(1, Math.min(options.heartbeatMillis() / 3, options.stallMillis() / 2));
  }

  void onRead(long now, int bytes) {
    lastRead = now;
    if (!begun) {
      begun = true;
      paceFrom = now;
      brought = 0;
    }
    brought += bytes;
    keepAlive.onRead(now);
  }

  /** A message is whole: the next one has all the time again, from its first read of its own. */
  void onWhole() {
    begun = false;
  }

  /** It's read from again. */
  void onResumed(long now) {
    onRead(now, 0);
    onWhole();
  }

  /** Nothing is read any more: what the consumer takes is its sign of life. */
  void onPaused(long now) {
    lastTaken = now;
  }

  /**
   * Looks at a connection that is read from.
   *
   * @param handed bytes written to it so far
   * @param inRequest whether a request has begun that isn't all there
   * @param onAsk sends a heartbeat
   * @return why the connection has to end; null if it may stay
   */
  String check(long now, long handed, boolean inRequest, Runnable onAsk) {
    if (handed != handedBefore) {
      handedBefore = handed;
      keepAlive.onWrite(now);
    }
    if (inRequest && now - lastRead >= stallNanos) {
      return "nothing came for %d ms in the middle of a request".formatted(options.stallMillis());
    }
    if (!inRequest) {
      begun = false;
    } else if (begun && now - paceFrom >= stallNanos) {
      if (brought < leastBytes) {
        return "%d bytes of a request came in %d ms, expected %d at least"
            .formatted(brought, options.stallMillis(), leastBytes);
      }
      paceFrom = now;
      brought = 0;
    }
    KeepAlive.Action action = keepAlive.check(now);
    if (action == KeepAlive.Action.ASK) {
      onAsk.run();
    }
    return action == KeepAlive.Action.GIVE_UP
        ? "nothing came for 3 x %d ms".formatted(options.heartbeatMillis())
        : null;
  }

  /**
   * Looks at a connection that isn't read from.
   *
   * @param pending bytes that wait to be taken
   * @return why the connection has to end; null if it may stay
   */
  String checkPaused(long now, long pending) {
    if (pending != pendingBefore) {
      pendingBefore = pending;
      lastTaken = now;
    }
    return now - lastTaken >= stallNanos
        ? "it took no answers for %d ms".formatted(options.stallMillis())
        : null;
  }
}
