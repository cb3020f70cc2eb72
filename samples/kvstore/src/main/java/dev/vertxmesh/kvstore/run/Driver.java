package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.vertx.core.Future;

/** Has a workload's calls in flight. */
interface Driver {

  /**
   * Begins with a phase; calls in flight of the one before go on.
   *
   * @return completes once the phase has nothing more to ask for and everything is answered, if it
   *     isn't followed by another before
   */
  Future<Void> begin(Phase phase);

  Workload workload();
}
