package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * One call and the attempts at it: one after the other, or two at a time if it's hedged. Keeps the
 * arguments until the call has ended; each attempt reads them through a view of its own. A call
 * with two directions is attempted again while a {@link StreamReplay} can give its requests again.
 */
final class Attempts {

  private final RetryFilter owner;
  private final Call call;
  private final Caller next;
  private final ByteBuf payload;
  private final StreamReplay replay;
  private final Promise<Reply> promise = Promise.promise();

  /** The attempt that runs, and the one beside it; null for none. */
  private Call running;

  private Call beside;
  private DeadlineWheel.Timer hedge;
  private Throwable failure;
  private int begun;
  private boolean ended;

  Attempts(RetryFilter owner, Call call, Caller next) {
    this.owner = owner;
    this.call = call;
    this.next = next;
    this.payload = call.payload();
    this.replay = call.exchange() == null ? null : new StreamReplay(call.exchange());
  }

  /** A second endpoint is asked then, if no answer has come. */
  void hedgeAt(long nanos) {
    hedge = owner.wheel().set(nanos, this::hedge);
  }

  Future<Reply> begin() {
    call.onCancel(this::cancel);
    attempt();
    return promise.future();
  }

  private void attempt() {
    begun++;
    Call attempt = call.again(payload.retainedDuplicate());
    if (replay != null) {
      attempt.exchange(replay.next());
    }
    beside = running;
    running = attempt;
    next.call(attempt).onComplete((reply, cause) -> onEnd(attempt, reply, cause));
  }

  private void hedge() {
    hedge = null;
    boolean isTaken = running != null && running.isTaken();
    if (!ended && isTaken && begun < owner.mostAttempts() && owner.maySpend()) {
      owner.observer().onHedge();
      attempt();
    }
  }

  private void onEnd(Call attempt, Reply reply, Throwable cause) {
    remove(attempt);
    if (ended) {
      if (cause == null) {
        reply.payload().release(); // another attempt was faster, or nobody waits
      }
    } else if (cause == null) {
      end();
      promise.complete(reply);
    } else {
      failed(attempt, cause);
    }
  }

  private void remove(Call attempt) {
    if (running == attempt) {
      running = beside;
      beside = null;
    } else if (beside == attempt) {
      beside = null;
    }
  }

  private void failed(Call attempt, Throwable cause) {
    if (failure == null || attempt.isTaken() && (isSafe(failure) || !isSafe(cause))) {
      failure = cause; // where nobody is left to ask, what the last one said tells more
    } // but nobody is told that the call never ran when an attempt before may have
    if (running != null) {
      return; // the other attempt may still be answered
    }
    if (attempt.isTaken() && mayRepeat(cause) && owner.maySpend()) {
      owner.observer().onRetry();
      attempt();
    } else {
      end();
      promise.fail(failure);
    }
  }

  private static boolean isSafe(Throwable cause) {
    return cause instanceof CallFailure known && known.status().retry() == Status.Retry.SAFE;
  }

  private boolean mayRepeat(Throwable cause) {
    if (!(cause instanceof CallFailure known)
        || begun >= owner.mostAttempts()
        || call.isCancelled()
        || owner.isPast(call)
        || (replay != null && !replay.isPossible())) {
      return false;
    }
    return switch (known.status().retry()) {
      case SAFE -> known.status() != Status.LIMITED; // who has had its share gets no second one
      case MAY_REPEAT -> known.status() != Status.TIMEOUT && owner.isIdempotent(call);
      case USELESS -> false;
    };
  }

  private void cancel() {
    Call one = running;
    Call other = beside;
    if (one != null) {
      one.cancel();
    }
    if (other != null) {
      other.cancel();
    }
  }

  private void end() {
    ended = true;
    call.onCancel(null);
    if (hedge != null) {
      owner.wheel().cancel(hedge);
    }
    cancel();
    payload.release();
    if (replay != null) {
      replay.forget();
    }
  }
}
