package dev.vertxmesh.bench.soak;

import io.vertx.core.Vertx;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Calls of all kinds over connections that stay, as many a second as it's told. On the loop. */
final class Load {
  private static final long TICK_MILLIS = 5;

  private final Vertx vertx;
  private final Ledger ledger;
  private final SplittableRandom random;
  private final int most;
  private final Map<Kind, Caller> callers = new EnumMap<>(Kind.class);
  private double rate;
  private double due;
  private long lastNanos;
  private int inFlight;
  private long timer = -1;
  private volatile long leftOut;

  /**
   * @param most calls in flight
   */
  Load(Vertx vertx, Callers from, Ledger ledger, SplittableRandom random, int most) {
    this.vertx = vertx;
    this.ledger = ledger;
    this.random = random;
    this.most = most;
    for (Kind kind : Kind.values()) {
      if (kind != Kind.STREAM) {
        callers.put(kind, from.steady(kind));
      }
    }
  }

  /** From now on so many calls a second; infinite for as many as may be in flight; 0 for none. */
  void pace(double callsPerSecond) {
    rate = callsPerSecond;
    due = 0;
    lastNanos = System.nanoTime();
    if (timer < 0) {
      timer = vertx.setPeriodic(TICK_MILLIS, id -> tick());
    }
    tick();
  }

  /** Calls that weren't begun in time, as too many were in flight. */
  long leftOut() {
    return leftOut;
  }

  private void tick() {
    long now = System.nanoTime();
    due += rate * (now - lastNanos) / 1e9;
    lastNanos = now;
    if (Double.isInfinite(rate)) {
      due = most;
    }
    while (due >= 1 && inFlight < most) {
      due--;
      call();
    }
    if (Double.isFinite(rate) && due >= 1) {
      leftOut += (long) due;
      due -= (long) due;
    }
  }

  private void call() {
    inFlight++;
    long began = System.nanoTime();
    Kind kind = Kind.of(random.nextInt(100));
    callers
        .get(kind)
        .call()
        .onComplete(
            ended -> {
              inFlight--;
              ledger.ended(kind, began, ended.result());
              if (Double.isInfinite(rate)) {
                vertx.runOnContext(none -> refill());
              }
            });
  }

  private void refill() {
    while (Double.isInfinite(rate) && inFlight < most) {
      call();
    }
  }

  /** No more calls, and no connections. */
  void end() {
    rate = 0;
    vertx.cancelTimer(timer);
    callers.values().forEach(Caller::close);
  }

  /** Calls that have begun and not ended. */
  int inFlight() {
    return inFlight;
  }
}
