package dev.vertxmesh.links;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;

/** Has the links of a service made that is called for the first time, or after a long while. */
public final class WakingCaller implements Caller {

  private final Links links;
  private final Caller next;
  private final String where;

  /**
   * @param next chooses among those that are open
   * @param where this agent, as failures name it
   */
  public WakingCaller(Links links, Caller next, String where) {
    this.links = links;
    this.next = next;
    this.where = where;
  }

  @Override
  public Future<Reply> call(Call call) {
    Future<Void> awake = links.wake(call.target().service());
    return awake == null ? next.call(call) : awake.transform(done -> callAwake(call));
  }

  private Future<Reply> callAwake(Call call) {
    if (call.isCancelled()) {
      call.payload().release();
      return Future.failedFuture(
          new CallFailure(Status.CANCELLED, where, "cancelled before it was sent"));
    }
    return next.call(call);
  }
}
