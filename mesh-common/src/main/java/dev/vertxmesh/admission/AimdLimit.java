package dev.vertxmesh.admission;

import java.util.concurrent.TimeUnit;

/**
 * How far a limit is undercut, after the provider behind it has refused calls that the limit
 * allowed: additive increase, multiplicative decrease (Chiu and Jain, 1989). Arithmetic only.
 *
 * <pre>
 * refused   limit = max(told / 10, limit x 4 / 5)
 * after     limit as it is for 10 s, then one more each second up to what was told
 * </pre>
 *
 * <p>Many calls are refused in one burst that one limit let through: only a call that began after
 * the last decrease makes another.
 */
final class AimdLimit {

  static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int FLOOR_SHARE = 10;

  private int told;
  private int cutTo;
  private long cutAt;
  private int cuts;

  /**
   * @param told calls, from 1
   */
  AimdLimit(int told) {
    told(told);
  }

  /** The limit is told anew; what was found out about the former one is void. */
  void told(int calls) {
    told = calls;
    cutTo = calls;
  }

  int told() {
    return told;
  }

  /** Whether the limit was lower than told, the last time that it was asked for. */
  boolean isCut() {
    return cutTo < told;
  }

  /** Stands for the limit that a call began under. */
  int era() {
    return cuts;
  }

  int limit(long nowNanos) {
    if (!isCut()) {
      return told;
    }
    long grown = Math.max(0, nowNanos - cutAt - HOLD_NANOS) / STEP_NANOS;
    if (cutTo + grown >= told) {
      cutTo = told;
      return told;
    }
    return (int) (cutTo + grown);
  }

  /**
   * A call was refused.
   *
   * @param era that it began in
   */
  void onRefused(int era, long nowNanos) {
    if (era == cuts) {
      int floor = Math.max(1, told / FLOOR_SHARE);
      cutTo = Math.max(floor, limit(nowNanos) * 4 / 5);
      cutAt = nowNanos;
      cuts++;
    }
  }
}
