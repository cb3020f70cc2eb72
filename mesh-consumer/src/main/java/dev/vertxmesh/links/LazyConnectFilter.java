package dev.vertxmesh.links;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Has the links of a service made that is called for the first time, or after a long while; and has
 * calls wait for who is about to be there, while nobody is.
 */
public final class LazyConnectFilter implements Filter {

  /** How many calls may wait at a time; those of a few seconds at the rates that one loop does. */
  static final int MOST_WAITING = 10_000;

  private final Function<ServiceKey, Future<Void>> wake;
  private final String where;
  private int waiting;

  /**
   * @param registry has the registry tell what it hasn't told yet; never fails
   * @param where this agent, as failures name it
   */
  public LazyConnectFilter(Links links, Supplier<Future<Void>> registry, String where) {
    this(links.waking(registry), where);
  }

  /**
   * @param wake makes a service's links; gives null if there's nothing to wait for
   */
  LazyConnectFilter(Function<ServiceKey, Future<Void>> wake, String where) {
    this.wake = wake;
    this.where = where;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    Future<Void> awake = wake.apply(call.target().service());
    if (awake == null) {
      return next.call(call);
    }
    if (waiting == MOST_WAITING) {
      return refuse(call, Status.REFUSED, "%d calls wait for links already".formatted(waiting));
    }
    waiting++;
    return awake.transform(
        done -> {
          waiting--;
          return callAwake(call, next);
        });
  }

  private Future<Reply> callAwake(Call call, Caller next) {
    return call.isCancelled()
        ? refuse(call, Status.CANCELLED, "cancelled before it was sent")
        : next.call(call);
  }

  private Future<Reply> refuse(Call call, Status status, String detail) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(status, where, detail));
  }
}
