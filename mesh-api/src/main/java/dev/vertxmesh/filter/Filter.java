package dev.vertxmesh.filter;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Future;

/**
 * A layer of a call's path that another lies under.
 *
 * <p>It hands the call on, at once or later, once or several times or not at all, and may change
 * what comes back. As a {@link Caller} it owns the call's payload until it hands it on, completes
 * its future exactly once on the call's event loop, and fails it with a {@link
 * dev.vertxmesh.call.CallFailure} only. What it asks about a call is in {@link Call#record()}.
 *
 * <p>A plugin's filter releases nothing, and its faults end one call: see {@code
 * dev.vertxmesh.plugin.FilterPlugin}.
 */
@FunctionalInterface
public interface Filter {

  /**
   * @param next takes the call further
   */
  Future<Reply> apply(Call call, Caller next);

  /** This layer put on another, once: a call then passes it without anything being made for it. */
  default Caller over(Caller next) {
    return call -> apply(call, next);
  }

  /** Several as one, from top to bottom. */
  static Filter of(Filter... layers) {
    return new FilterChain(layers);
  }
}
