package dev.vertxmesh.bridge.dubbo;

/**
 * When to ask the provider whether it is there, and when to believe that it isn't. Dubbo's own
 * rule: ask after an interval without a read or without a write, give up after three without a
 * read.
 */
final class KeepAlive {

  enum Action {
    NONE,
    ASK,
    GIVE_UP
  }

  private static final int PATIENCE = 3;

  private final long interval;
  private long lastRead;
  private long lastWrite;

  /** Times are in nanoseconds, of one clock. */
  KeepAlive(long interval, long now) {
    this.interval = interval;
    this.lastRead = now;
    this.lastWrite = now;
  }

  void onRead(long now) {
    lastRead = now;
  }

  void onWrite(long now) {
    lastWrite = now;
  }

  Action check(long now) {
    if (now - lastRead >= PATIENCE * interval) {
      return Action.GIVE_UP;
    }
    return now - lastRead >= interval || now - lastWrite >= interval ? Action.ASK : Action.NONE;
  }
}
