package dev.vertxmesh.launch;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The time in which an agent that is to drain takes calls still. */
final class Linger {

  private static final Logger LOG = System.getLogger(Linger.class.getName());

  private volatile Promise<Void> over = Promise.promise();

  /** Completes after so long, or when it's cut short. */
  Future<Void> begin(AgentRun run) {
    long millis = run.context().common().lingerMillis();
    if (millis == 0) {
      return Future.succeededFuture();
    }
    LOG.log(Level.INFO, "taking calls for another {0} ms", String.valueOf(millis));
    run.agent().onLeaving();
    Promise<Void> mine = Promise.promise();
    over = mine;
    Vertx vertx = run.context().vertx();
    long timer = vertx.setTimer(millis, id -> mine.tryComplete());
    return mine.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  void cutShort() {
    over.tryComplete();
  }
}
