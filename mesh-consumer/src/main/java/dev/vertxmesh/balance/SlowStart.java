package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Gives an endpoint that has just started less, until it's warm: a tenth of its share at first, and
 * then in proportion to its age.
 *
 * <p>An endpoint is warm if nobody knows when it started, and also if this consumer has known it
 * for the whole time: its clock may be wrong. While most of the members are new nobody gets less:
 * somebody has to answer the calls, and the few that are warm couldn't do it for all.
 */
final class SlowStart {

  private static final double LEAST = 0.1;

  private final long warmUpMillis;
  private final LongSupplier wallMillis;
  private long wall;
  private boolean on;

  /**
   * @param warmUpMillis 0 means that everybody is warm at once
   * @param wallMillis milliseconds since 1970
   */
  SlowStart(long warmUpMillis, LongSupplier wallMillis) {
    this.warmUpMillis = warmUpMillis;
    this.wallMillis = wallMillis;
  }

  /** Looks at who is new. */
  void begin(Member[] members, long now) {
    if (warmUpMillis == 0) {
      return;
    }
    wall = wallMillis.getAsLong();
    int warm = 0;
    for (Member member : members) {
      warm += age(member, now) >= warmUpMillis ? 1 : 0;
    }
    on = warm * 2 >= members.length && warm < members.length;
  }

  /** The part of its share that a member gets, 0.1 to 1. */
  double factor(Member member, long now) {
    return on ? Math.max(LEAST, Math.min(1, (double) age(member, now) / warmUpMillis)) : 1;
  }

  private long age(Member member, long now) {
    long started = member.endpoint().startedAtMillis();
    long known = TimeUnit.NANOSECONDS.toMillis(now - member.knownSince());
    return started == 0 ? warmUpMillis : Math.max(wall - started, known);
  }
}
