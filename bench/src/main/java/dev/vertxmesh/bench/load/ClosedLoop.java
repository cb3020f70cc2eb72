package dev.vertxmesh.bench.load;

import io.vertx.core.Future;

/**
 * Keeps some calls in flight over connections that stay: each answer begins the next call.
 * Everything on one event loop.
 */
public interface ClosedLoop {

  /**
   * Calls for so long, and waits for the answers to what is in flight then. A call that fails
   * begins none.
   */
  Future<Seen> turn(int millis);

  /** Leaves. */
  Future<?> close();

  /**
   * What became of the calls.
   *
   * @param calls answered rightly
   * @param errors all others
   * @param firstError null if there's none
   */
  record Seen(long calls, long errors, String firstError) {}
}
