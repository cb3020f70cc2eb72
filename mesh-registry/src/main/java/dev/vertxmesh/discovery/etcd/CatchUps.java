package dev.vertxmesh.discovery.etcd;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;

/** Who waits until all is told that the store had at a moment. On the worker. */
final class CatchUps {

  private record Waiting(long revision, Promise<Void> told) {}

  /** Nobody waits for longer: a store that takes so long isn't well. */
  private static final long MOST_MILLIS = 1_000;

  private final RegistryThread worker;
  private final List<Waiting> waiting = new ArrayList<>();

  CatchUps(RegistryThread worker) {
    this.worker = worker;
  }

  /**
   * Somebody begins to wait; on any thread.
   *
   * @param how given what is completed in the end, on the worker
   */
  Future<Void> begin(Consumer<Promise<Void>> how) {
    Promise<Void> told = Promise.promise();
    worker.execute(() -> how.accept(told));
    ScheduledFuture<?> patience = worker.after(MOST_MILLIS, told::tryComplete);
    return told.future().onComplete(done -> patience.cancel(false));
  }

  /**
   * Waits for what the store says that it has; if it doesn't, for nothing.
   *
   * @param probe has the store say how much has been told
   */
  void ask(Future<Long> revision, Promise<Void> told, Runnable probe) {
    worker.await(
        revision,
        "asking how far it is",
        MOST_MILLIS,
        said -> {
          if (said.failed()) {
            told.tryComplete();
          } else {
            add(said.result(), told);
            probe.run();
          }
        });
  }

  /**
   * @param told completed when so much has been told
   */
  void add(long revision, Promise<Void> told) {
    waiting.removeIf(one -> one.told.future().isComplete()); // who was patient for long enough
    waiting.add(new Waiting(revision, told));
  }

  /** Whether somebody waits for no more than this. */
  boolean awaits(long revision) {
    return waiting.stream().anyMatch(one -> one.revision <= revision);
  }

  /** All up to this revision has been told. */
  void onTold(long revision) {
    List<Waiting> enough = waiting.stream().filter(one -> one.revision <= revision).toList();
    waiting.removeAll(enough);
    enough.forEach(one -> one.told.tryComplete());
  }
}
