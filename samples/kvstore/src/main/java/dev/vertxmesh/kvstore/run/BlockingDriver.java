package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.StoreClient.Answer;
import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

/** One call after the other, each of which its thread waits for. */
final class BlockingDriver implements Driver {
  private final Workload workload;
  private final StoreClient client;
  private final ExecutorService thread;

  /**
   * @param thread a single one, which waits
   */
  BlockingDriver(Workload workload, StoreClient client, ExecutorService thread) {
    this.workload = workload;
    this.client = client;
    this.thread = thread;
  }

  @Override
  public Workload workload() {
    return workload;
  }

  @Override
  public Future<Void> begin(Phase phase) {
    Promise<Void> over = Promise.promise();
    workload.phase(phase);
    thread.execute(() -> callUntilOver(over));
    return over.future();
  }

  private void callUntilOver(Promise<Void> over) {
    Asked asked = workload.next();
    while (asked != null) {
      call(asked);
      asked = workload.next();
    }
    over.complete();
  }

  private void call(Asked asked) {
    CompletableFuture<Answer> waited = new CompletableFuture<>();
    client.call(
        asked,
        (answer, cause) -> {
          if (cause == null) {
            waited.complete(answer);
          } else {
            waited.completeExceptionally(cause);
          }
        });
    try {
      Answer answer = waited.join();
      workload.onAnswer(asked, answer.value(), answer.version());
    } catch (CompletionException e) {
      workload.onFailure(asked, e.getCause());
    }
  }
}
