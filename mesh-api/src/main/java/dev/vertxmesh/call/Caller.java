package dev.vertxmesh.call;

import io.vertx.core.Future;

/**
 * A layer of a call's path; a path is a composition of them.
 *
 * <p>Called on the event loop that owns the layer, and the future completes on that loop, exactly
 * once. The layer owns the call's payload from here on. The future fails with a {@link CallFailure}
 * only.
 */
@FunctionalInterface
public interface Caller {
  /** Takes the call further; see above for who owns what. */
  Future<Reply> call(Call call);
}
