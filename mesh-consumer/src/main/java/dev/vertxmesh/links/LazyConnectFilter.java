package dev.vertxmesh.links;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;

/**
 * Has the links of a service made that is called for the first time, or after a long while; and has
 * calls wait for who is about to be there, while nobody is.
 */
public final class LazyConnectFilter implements Filter {

  /** How many calls may wait at a time; those of a few seconds at the rates that one loop does. */
  static final int MOST_WAITING = 10_000;

  /**
   * How many of them may wait for services that nobody is known to serve. Such names are endless,
   * and a caller that makes them up would take the places of calls whose links are about to be
   * there.
   */
  static final int MOST_UNKNOWN = MOST_WAITING / 10;

  /** What calls wait for. */
  interface Waking {

    /**
     * Whether nobody can be called now. Has those woken who sleep, of which there are no more than
     * the registry told; whatever else takes work or memory begins with {@link #begin}.
     */
    boolean mustWait(ServiceKey service);

    /** Whether some endpoint is known to serve it, open or not. */
    boolean isKnown(ServiceKey service);

    /** Completes when there's one to call, or none can be; never fails. */
    Future<Void> begin(ServiceKey service);
  }

  private final Waking waking;
  private final String where;
  private int waiting;
  private int unknown;

  /**
   * @param registry has to tell what it hasn't told yet
   * @param where this agent, as failures name it
   */
  public LazyConnectFilter(Links links, Registry registry, String where) {
    this(links.waking(registry), where);
  }

  LazyConnectFilter(Waking waking, String where) {
    this.waking = waking;
    this.where = where;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    ServiceKey service = call.target().service();
    return waking.mustWait(service) ? await(service, call, next) : next.call(call);
  }

  private Future<Reply> await(ServiceKey service, Call call, Caller next) {
    if (waiting == MOST_WAITING) {
      return refuse(call, Status.REFUSED, "%d calls wait for links already".formatted(waiting));
    }
    int stranger = waking.isKnown(service) ? 0 : 1;
    if (stranger > 0 && unknown == MOST_UNKNOWN) {
      String detail = "%d calls wait already for services that nobody is known to serve";
      return refuse(call, Status.REFUSED, detail.formatted(unknown));
    }
    waiting++;
    unknown += stranger;
    return waking
        .begin(service)
        .transform(
            done -> {
              waiting--;
              unknown -= stranger;
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
