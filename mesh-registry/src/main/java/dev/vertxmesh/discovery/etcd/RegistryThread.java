package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The one thread that all of a registry's state is touched on: it parses, compares, writes files
 * and waits, so that no event loop does. Time and chance come from here, too.
 */
public final class RegistryThread implements Executor {

  private static final Logger LOG = System.getLogger(RegistryThread.class.getName());

  private final ScheduledExecutorService thread;
  private final LongSupplier nanoClock;
  private final RandomGenerator random;

  /**
   * @param thread runs what it's given one after the other
   * @param nanoClock {@link System#nanoTime} outside of tests
   * @param random used on that thread only
   */
  public RegistryThread(
      ScheduledExecutorService thread, LongSupplier nanoClock, RandomGenerator random) {
    this.thread = thread;
    this.nanoClock = nanoClock;
    this.random = random;
  }

  /** On a daemon thread of its own, by the machine's clock. */
  public static RegistryThread ofThread(String name) {
    ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            },
            (work, executor) -> LOG.log(Level.TRACE, "closed: {0} isn''t done any more", work));
    thread.setRemoveOnCancelPolicy(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return new RegistryThread(thread, System::nanoTime, new SplittableRandom());
  }

  /** Monotonic milliseconds. */
  public long now() {
    return nanoClock.getAsLong() / 1_000_000;
  }

  /** For jitter; on this thread only. */
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void execute(Runnable work) {
    thread.execute(() -> guarded(work));
  }

  /** Does it later, unless it's cancelled or the worker closed before. */
  public ScheduledFuture<?> after(long millis, Runnable work) {
    return thread.schedule(() -> guarded(work), millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Hands what comes of it to a handler on this thread, once: at the latest after the deadline, as
   * a failure.
   *
   * @param what for a person, such as {@code listing}
   */
  public <T> void await(
      Future<T> future, String what, long millis, Handler<AsyncResult<T>> handler) {
    Promise<T> outcome = Promise.promise();
    ScheduledFuture<?> deadline =
        after(
            millis,
            () ->
                outcome.tryFail(new RegistryFailure(what + " took over " + millis + " ms", null)));
    future.onComplete(
        done -> {
          deadline.cancel(false);
          if (done.succeeded()) {
            outcome.tryComplete(done.result());
          } else {
            outcome.tryFail(done.cause());
          }
        });
    outcome.future().onComplete(done -> execute(() -> handler.handle(done)));
  }

  /** Nothing is begun from here on; what is being done is finished. */
  public void close() {
    thread.shutdown();
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) { // the next piece of work may do better
      LOG.log(Level.ERROR, "a registry's work failed", e);
    }
  }
}
