package dev.vertxmesh.launch;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the log says of an agent's readiness: once that it's ready, each reason why it isn't once,
 * with what to do about it, and again when it has changed. The first reason is said at once; those
 * that are likely to pass have to stand for {@value #PASSING_MILLIS} ms, and what the first one
 * turns into for {@value #CHANGED_MILLIS} ms: an address that fails now in this way and now in that
 * one fills no log.
 *
 * <p>Has no timer of its own: the code that knows that something may have changed, or that time has
 * passed, calls {@link #look}. Thread-safe.
 */
final class ReadinessLog {

  static final long PASSING_MILLIS = 5_000;
  static final long CHANGED_MILLIS = 2_000;

  private final Supplier<Optional<List<Obstacle>>> obstacles;
  private final Supplier<String> readyLine;
  private final LongSupplier nanoClock;
  private final Logger log;
  private final Promise<Void> first = Promise.promise();

  /** Since when each stands. */
  private final Map<Obstacle, Long> standing = new HashMap<>();

  private final Set<Obstacle> told = new HashSet<>();
  private boolean ready;

  /** Whether it was ready before. */
  private boolean wasReady;

  private boolean anyTold;
  private long lostAt;

  /**
   * @param obstacles that there are now; empty while it's leaving, of which others tell
   * @param readyLine what is said the first time that there's none
   */
  ReadinessLog(
      Supplier<Optional<List<Obstacle>>> obstacles,
      Supplier<String> readyLine,
      LongSupplier nanoClock,
      Logger log) {
    this.obstacles = obstacles;
    this.readyLine = readyLine;
    this.nanoClock = nanoClock;
    this.log = log;
  }

  /** Completes when it's ready for the first time. */
  Future<Void> first() {
    return first.future();
  }

  /** Says what has changed. */
  void look() {
    if (isReadyNow()) {
      first.tryComplete(); // not while this is locked: who waits may do whatever it likes
    }
  }

  private synchronized boolean isReadyNow() {
    long now = nanoClock.getAsLong();
    Optional<List<Obstacle>> found = obstacles.get();
    List<Obstacle> present = found.orElse(List.of());
    standing.keySet().retainAll(present);
    told.retainAll(present);
    boolean isReady = found.isPresent() && present.stream().allMatch(Obstacle::isPartial);
    if (ready && !isReady) {
      lostAt = now;
    } else if (isReady && !ready) {
      onReady(now);
    }
    ready = isReady;
    for (Obstacle one : present) {
      long since = standing.computeIfAbsent(one, any -> now);
      long patience = one.isPassing() ? PASSING_MILLIS : anyTold ? CHANGED_MILLIS : 0;
      if (now - since >= patience * 1_000_000 && told.add(one)) {
        anyTold = true;
        log.log(Level.WARNING, words(one));
      }
    }
    wasReady |= isReady;
    return isReady;
  }

  private void onReady(long now) {
    anyTold = false;
    log.log(
        Level.INFO,
        wasReady ? "ready again after " + (now - lostAt) / 1_000_000 + " ms" : readyLine.get());
  }

  /** Never with the words of the line that says that it's ready, for which scripts wait. */
  private static String words(Obstacle one) {
    String why = (one.isPartial() ? "" : "not ready, ") + one.what();
    String end = why.endsWith("?") ? " " : ". ";
    return one.todo().isEmpty() ? why : why + end + one.todo();
  }
}
