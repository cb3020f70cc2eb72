package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.StoreClient.Answer;
import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** So many calls at a time by one connection on one event loop; no thread waits for any of them. */
final class AsyncDriver implements Driver {
  private final Workload workload;
  private final StoreClient client;
  private final Permits permits;
  private int inFlight;
  private boolean idle;
  private Promise<Void> over;

  /**
   * @param client that nobody else calls
   */
  AsyncDriver(Workload workload, StoreClient client, int inFlight) {
    this.workload = workload;
    this.client = client;
    this.permits = new Permits(inFlight);
  }

  @Override
  public Workload workload() {
    return workload;
  }

  @Override
  public Future<Void> begin(Phase phase) {
    Promise<Void> asked = Promise.promise();
    client.runOnLoop(
        () -> {
          over = asked;
          workload.phase(phase);
          fill();
        });
    return asked.future();
  }

  /** Begins calls until there's no permit left, or nothing to ask for. */
  private void fill() {
    while (permits.tryAcquire()) {
      Asked asked = workload.next();
      idle = asked == null;
      if (idle) {
        permits.release();
        endIfDrained();
        return;
      }
      inFlight++;
      client.call(asked, (answer, cause) -> onEnd(asked, answer, cause));
    }
    permits.whenFree(this::fill);
  }

  private void onEnd(Asked asked, Answer answer, Throwable cause) {
    inFlight--;
    if (cause == null) {
      workload.onAnswer(asked, answer.value(), answer.version());
    } else {
      workload.onFailure(asked, cause);
    }
    permits.release();
    endIfDrained();
  }

  private void endIfDrained() {
    if (idle && inFlight == 0) {
      over.tryComplete();
    }
  }
}
