package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.LongSupplier;

/** Ends a call when its deadline has passed, and then cancels it underneath. */
public final class DeadlineCaller implements Caller {

  private final DeadlineWheel wheel;
  private final LongSupplier nanoClock;
  private final Caller next;
  private final String where;

  public DeadlineCaller(DeadlineWheel wheel, LongSupplier nanoClock, Caller next, String where) {
    this.wheel = wheel;
    this.nanoClock = nanoClock;
    this.next = next;
    this.where = where;
  }

  @Override
  public Future<Reply> call(Call call) {
    return call.deadline().isNone(nanoClock.getAsLong())
        ? next.call(call)
        : new Waiting(call).begin();
  }

  private final class Waiting implements Runnable {
    private final Call call;
    private final Promise<Reply> promise = Promise.promise();
    private DeadlineWheel.Timer timer;

    Waiting(Call call) {
      this.call = call;
    }

    Future<Reply> begin() {
      timer = wheel.set(call.deadline().nanos(), this);
      next.call(call).onComplete(this::end);
      return promise.future();
    }

    /** The deadline has passed. */
    @Override
    public void run() {
      timer = null;
      call.cancel();
      promise.tryFail(new CallFailure(Status.TIMEOUT, where, "no answer came before the deadline"));
    }

    private void end(AsyncResult<Reply> result) {
      if (timer == null) {
        if (result.succeeded()) {
          result.result().payload().release(); // too late: the caller has been told
        }
        return;
      }
      wheel.cancel(timer);
      timer = null;
      if (result.succeeded()) {
        promise.complete(result.result());
      } else {
        promise.fail(result.cause());
      }
    }
  }
}
