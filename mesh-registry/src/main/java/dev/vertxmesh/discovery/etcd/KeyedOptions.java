package dev.vertxmesh.discovery.etcd;

import java.nio.file.Path;

/**
 * What a registry of keys can be told.
 *
 * @param description what and where it is, for a person; nothing secret
 * @param ttlSeconds how long an instance stays after its last sign of life
 * @param waitSeconds how long those who want to know all there is wait for a store that can't be
 *     reached
 * @param snapshot the file that what was known last is kept in; null for none
 */
public record KeyedOptions(String description, int ttlSeconds, int waitSeconds, Path snapshot) {

  /** Smallest TTL of etcd at its own defaults: 1.5 election timeouts, rounded up. */
  public static final int LEAST_TTL_SECONDS = 2;

  static final long EMPTY_HOLD_MILLIS = 600_000;

  private static final long LEAST_ATTEMPT_MILLIS = 1_000;
  private static final long MOST_ATTEMPT_MILLIS = 2_000;
  private static final long GRACE_MILLIS = 700;

  /** Milliseconds between two signs of life. */
  long keepAliveMillis() {
    return ttlSeconds * 1_000L / 3;
  }

  long waitMillis() {
    return waitSeconds * 1_000L;
  }

  /** Milliseconds after which a server that stands still is given up: before the lease ends. */
  public static long attemptMillis(int ttlSeconds) {
    return Math.max(LEAST_ATTEMPT_MILLIS, Math.min(ttlSeconds * 500L, MOST_ATTEMPT_MILLIS));
  }

  /**
   * Milliseconds that a living instance needs to notice that its key is gone and to put it back:
   * until its next sign of life, or until the retry of a request that a server never answered.
   */
  long holdMillis() {
    long attempts = attemptMillis(ttlSeconds) + Registrar.MOST_RETRY_MILLIS;
    return Math.max(keepAliveMillis(), attempts) + GRACE_MILLIS;
  }
}
