package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.LongSupplier;

/** Ends a call when its deadline has passed, and then cancels it underneath. */
public final class DeadlineFilter implements Filter {

  private final DeadlineWheel wheel;
  private final LongSupplier nanoClock;
  private final String where;

  public DeadlineFilter(DeadlineWheel wheel, LongSupplier nanoClock, String where) {
    this.wheel = wheel;
    this.nanoClock = nanoClock;
    this.where = where;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    boolean isNoted = call.record().hasReached(Stage.BEGUN); // a moment ago, which will do
    long now = isNoted ? call.record().at(Stage.BEGUN) : nanoClock.getAsLong();
    return call.deadline().isNone(now)
        ? next.call(call)
        : new Waiting(call, call.deadline().millisLeft(now)).begin(next);
  }

  private final class Waiting implements Runnable, Completable<Reply> {
    private final Call call;
    private final Promise<Reply> promise = Promise.promise();
    private final long millis;
    private DeadlineWheel.Timer timer;

    Waiting(Call call, long millis) {
      this.call = call;
      this.millis = millis;
    }

    Future<Reply> begin(Caller next) {
      timer = wheel.set(call.deadline().nanos(), this);
      next.call(call).onComplete(this);
      return promise.future();
    }

    /** The deadline has passed. */
    @Override
    public void run() {
      timer = null;
      call.cancel();
      String detail = DeadlineMessage.of(call.record(), millis, nanoClock.getAsLong());
      promise.tryFail(new CallFailure(Status.TIMEOUT, where, detail));
    }

    @Override
    public void complete(Reply reply, Throwable failure) {
      if (timer == null) {
        if (failure == null) {
          reply.payload().release(); // too late: the caller has been told
        }
        return;
      }
      wheel.cancel(timer);
      timer = null;
      promise.complete(reply, failure);
    }
  }
}
