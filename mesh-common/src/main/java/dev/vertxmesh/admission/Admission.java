package dev.vertxmesh.admission;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The bound on calls in flight. A call counts until the provider has answered it, even if its
 * caller went away: the provider's thread is busy all the same.
 *
 * <p>Where the next layer refuses what the bound let through, the provider has fewer threads than
 * anyone told: the bound is lowered for a while, see {@link AimdLimit}.
 */
public final class Admission implements Filter {

  private final AimdLimit aimd;
  private int limit;
  private int maxWaiting;
  private final String where;
  private final String setBy;
  private final LongSupplier nanoClock;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private boolean admitting;

  /**
   * @param limit calls in flight, from 1
   * @param maxWaiting calls that may wait for their turn
   * @param where this agent, as failures name it
   * @param setBy who is refused learns what sets the limit; empty if no setting does
   */
  public Admission(int limit, int maxWaiting, String where, String setBy, LongSupplier nanoClock) {
    this.aimd = new AimdLimit(limit);
    this.limit = limit;
    this.maxWaiting = maxWaiting;
    this.where = where;
    this.setBy = setBy.isEmpty() ? "" : "; %s sets it".formatted(setBy);
    this.nanoClock = nanoClock;
  }

  /** How many calls may be in flight now. */
  public int limit() {
    return limit;
  }

  /** How many could be if none of them were refused further on: what was set last. */
  public int told() {
    return aimd.told();
  }

  /**
   * Sets the limit anew; as many calls again may wait. Those that are in flight over it end as they
   * would have.
   */
  public void limit(int calls) {
    aimd.told(calls);
    limit = calls;
    maxWaiting = calls;
    if (!admitting) {
      admit();
    }
  }

  /** Calls in flight and waiting. */
  public int inFlight() {
    return running + waiting.size();
  }

  /**
   * How many calls one of several links may have in flight: all that the others leave free, and in
   * any case its even share. So one busy link gets everything, and a new one isn't shut out.
   *
   * @param links how many there are
   * @param linkInFlight how many calls this one has in flight now
   */
  public int credit(int links, int linkInFlight) {
    recover();
    int evenShare = limit / Math.max(1, links);
    int leftByOthers = limit - (inFlight() - linkInFlight);
    return Math.max(1, Math.max(evenShare, leftByOthers));
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    if (running >= limit) {
      recover();
    }
    if (running < limit) {
      if (!call.record().hasReached(Stage.SENT)) {
        call.record().reached(Stage.SENT, call.record().at(Stage.BEGUN)); // just now
      }
      return begin(call, next);
    }
    if (waiting.size() < maxWaiting) {
      Waiting entry = new Waiting(call, next);
      waiting.add(entry);
      call.onCancel(entry);
      return entry.promise.future();
    }
    return refuse(
        call,
        Status.REFUSED,
        "calls in flight: %d, waiting: %d, which is the limit%s"
            .formatted(running, maxWaiting, setBy));
  }

  private Future<Reply> begin(Call call, Caller next) {
    running++;
    int era = aimd.era();
    return callNext(call, next).onComplete((reply, cause) -> ended(cause, era));
  }

  /**
   * @param cause null unless it has failed
   */
  private void ended(Throwable cause, int era) {
    if (cause instanceof CallFailure failure && failure.status() == Status.REFUSED) {
      long now = nanoClock.getAsLong();
      aimd.onRefused(era, now);
      limit = aimd.limit(now);
    }
    ended();
  }

  /** Only a limit that was lowered changes with time. */
  private void recover() {
    if (aimd.isCut()) {
      limit = aimd.limit(nanoClock.getAsLong());
    }
  }

  /** Whatever happens below, the place is given back. */
  private Future<Reply> callNext(Call call, Caller next) {
    try {
      return next.call(call);
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(CallFailure.of(e, where));
    }
  }

  private void ended() {
    running--;
    if (!admitting) { // else this call ended at once: the loop that began it goes on
      admit();
    }
  }

  private void admit() {
    admitting = true;
    try {
      admitWaiting();
    } finally {
      admitting = false;
    }
  }

  private void admitWaiting() {
    while (running < limit && !waiting.isEmpty()) {
      Waiting entry = waiting.poll();
      entry.call.onCancel(null);
      long now = nanoClock.getAsLong();
      if (entry.call.deadline().hasPassed(now)) {
        refuse(entry.call, Status.TIMEOUT, "the deadline passed while the call waited its turn")
            .onComplete(entry.promise);
      } else {
        entry.call.record().reached(Stage.SENT, now);
        begin(entry.call, entry.next).onComplete(entry.promise);
      }
    }
  }

  private Future<Reply> refuse(Call call, Status status, String detail) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(status, where, detail));
  }

  /** A call whose turn hasn't come; cancelling the call runs it. */
  private final class Waiting implements Runnable {
    private final Call call;
    private final Caller next;
    private final Promise<Reply> promise = Promise.promise();

    Waiting(Call call, Caller next) {
      this.call = call;
      this.next = next;
    }

    @Override
    public void run() {
      if (waiting.remove(this)) {
        refuse(call, Status.CANCELLED, "the caller went away").onComplete(promise);
      }
    }
  }
}
