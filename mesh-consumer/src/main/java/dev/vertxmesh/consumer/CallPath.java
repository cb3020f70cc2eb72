package dev.vertxmesh.consumer;

import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.resilience.DeadlineCaller;
import dev.vertxmesh.resilience.DeadlineWheel;
import dev.vertxmesh.resilience.Idempotence;
import dev.vertxmesh.resilience.RetryBudget;
import dev.vertxmesh.resilience.RetryCaller;
import dev.vertxmesh.resilience.RetryPolicy;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeteredCaller;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** What a call passes between its ingress and the balancer, on one event loop, and its timers. */
final class CallPath {

  private static final int TICK_MILLIS = 10;
  private static final int WHEEL_SLOTS = 1024;
  private static final LongSupplier CLOCK = System::nanoTime;

  private final Vertx vertx;
  private final DeadlineWheel wheel;
  private MeteredCaller metered;
  private boolean turning;

  CallPath(Vertx vertx) {
    this.vertx = vertx;
    this.wheel =
        new DeadlineWheel(
            WHEEL_SLOTS, TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS), CLOCK, this::turn);
  }

  /**
   * @param balance what chooses the endpoint
   * @param isKnown whether a service has or has had endpoints, so that it may name a metric
   */
  Caller over(
      Caller balance,
      Predicate<ServiceKey> isKnown,
      RetryOptions options,
      MeshMeters meters,
      String where) {
    RetryCaller retrying =
        new RetryCaller(
            new RetryPolicy(1 + options.retries, options.hedgeMillis),
            new Idempotence(options.idempotent),
            new RetryBudget(options.budgetPercent, CLOCK),
            wheel,
            CLOCK,
            new RetryCounts(meters),
            balance);
    metered =
        new MeteredCaller(
            meters,
            isKnown,
            meters.refusals("provider-limit"),
            CLOCK,
            new DeadlineCaller(wheel, CLOCK, retrying, where));
    return metered;
  }

  /** Calls that have begun and not ended. */
  int inFlight() {
    return metered.inFlight();
  }

  /** Calls that wait with a deadline, as another thread may see them: a moment old. */
  int deadlines() {
    return wheel.size();
  }

  /** Ticks for as long as there are timers on the wheel. */
  private void turn() {
    if (turning) {
      return; // it was empty for less than a tick
    }
    turning = true;
    vertx.setPeriodic(
        TICK_MILLIS,
        id -> {
          wheel.advance();
          if (wheel.isEmpty()) {
            turning = false;
            vertx.cancelTimer(id);
          }
        });
  }
}
