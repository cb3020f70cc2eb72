package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.function.LongSupplier;

/**
 * Makes a call again, at another endpoint, where that can't run it twice: it was never sent, or was
 * refused before it began. What is declared idempotent is also made again when it may have run, and
 * may be asked of a second endpoint when the first is slow; but not with two directions, which have
 * one reader at a time. All within the call's deadline and a budget. Belongs to one event loop.
 */
public final class RetryFilter implements Filter {

  private final RetryPolicy policy;
  private final Idempotence idempotence;
  private final RetryBudget budget;
  private final DeadlineWheel wheel;
  private final LongSupplier nanoClock;
  private final RetryObserver observer;

  public RetryFilter(
      RetryPolicy policy,
      Idempotence idempotence,
      RetryBudget budget,
      DeadlineWheel wheel,
      LongSupplier nanoClock,
      RetryObserver observer) {
    this.policy = policy;
    this.idempotence = idempotence;
    this.budget = budget;
    this.wheel = wheel;
    this.nanoClock = nanoClock;
    this.observer = observer;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    if (policy.mostAttempts() == 1) {
      return next.call(call);
    }
    budget.earn();
    Attempts attempts = new Attempts(this, call, next);
    if (policy.hedges() && call.exchange() == null && isIdempotent(call)) {
      long delay = policy.hedgeMillis() * 1_000_000;
      attempts.hedgeAt(nanoClock.getAsLong() + delay);
    }
    return attempts.begin();
  }

  boolean isIdempotent(Call call) {
    return idempotence.isIdempotent(call.target());
  }

  int mostAttempts() {
    return policy.mostAttempts();
  }

  boolean isPast(Call call) {
    return call.deadline().hasPassed(nanoClock.getAsLong());
  }

  /** Counts an attempt beyond the first, if there may be one. */
  boolean maySpend() {
    boolean may = budget.spend();
    if (!may) {
      observer.onExhausted();
    }
    return may;
  }

  RetryObserver observer() {
    return observer;
  }

  DeadlineWheel wheel() {
    return wheel;
  }
}
