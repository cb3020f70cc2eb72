package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.StoreClient.Answer;
import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.SocketAddress;

/** So many calls at a time by one connection on one event loop; no thread waits for any of them. */
final class AsyncDriver extends VerticleBase implements Driver {
  private final Workload workload;
  private final SocketAddress store;
  private final Permits permits;
  private StoreClient client;
  private int inFlight;
  private boolean idle;
  private Promise<Void> over;

  AsyncDriver(Workload workload, SocketAddress store, int inFlight) {
    this.workload = workload;
    this.store = store;
    this.permits = new Permits(inFlight);
  }

  @Override
  public Future<?> start() {
    return StoreClient.connect(vertx, store).onSuccess(connected -> client = connected);
  }

  @Override
  public Future<?> stop() {
    workload.phase(Phase.REST);
    return client.close();
  }

  @Override
  public Workload workload() {
    return workload;
  }

  @Override
  public Future<Void> begin(Phase phase) {
    Promise<Void> asked = Promise.promise();
    context.runOnContext(
        v -> {
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
