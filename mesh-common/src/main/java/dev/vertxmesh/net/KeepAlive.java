package dev.vertxmesh.net;

/**
 * When to ask the other side whether it is there, and when to believe that it isn't. Dubbo's own
 * rule: ask after an interval without a read or without a write, give up after three without a
 * read.
 */
public final class KeepAlive {

  public enum Action {
    NONE,
    ASK,
    GIVE_UP
  }

  private static final int PATIENCE = 3;

  private final long interval;
  private long lastRead;
  private long lastWrite;

  /** Times are in nanoseconds, of one clock. */
  public KeepAlive(long interval, long now) {
    this.interval = interval;
    this.lastRead = now;
    this.lastWrite = now;
  }

  public void onRead(long now) {
    lastRead = now;
  }

  public void onWrite(long now) {
    lastWrite = now;
  }

  public Action check(long now) {
    if (now - lastRead >= PATIENCE * interval) {
      return Action.GIVE_UP;
    }
    return now - lastRead >= interval || now - lastWrite >= interval ? Action.ASK : Action.NONE;
  }
}
