package dev.vertxmesh.filter;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Future;

/** Where an ingress hands on what has come: the top of a call's path through an agent. */
@FunctionalInterface
public interface CallPath extends Caller {

  /**
   * A request has ended before it was a call. Its ingress tells the caller; the layers that see all
   * that comes are told here.
   *
   * @param unmade made by {@link Call#unmade}
   */
  default void ended(Call unmade) {}

  /**
   * A path of layers, from top to bottom.
   *
   * @param all what every request passes, be it a call or not
   * @param calls what only calls pass
   * @param last the one that answers
   */
  static CallPath of(Filter all, Filter calls, Caller last) {
    Caller whole = all.over(calls.over(last));
    Caller refused = all.over(call -> Future.failedFuture(call.record().refusal()));
    return new CallPath() {
      @Override
      public Future<Reply> call(Call call) {
        return whole.call(call);
      }

      @Override
      public void ended(Call unmade) {
        refused.call(unmade);
      }
    };
  }
}
