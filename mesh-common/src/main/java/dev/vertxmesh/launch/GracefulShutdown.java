package dev.vertxmesh.launch;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The orderly end after a signal: linger, drain, stop, and out within the grace. */
final class GracefulShutdown {

  private static final Logger LOG = System.getLogger(GracefulShutdown.class.getName());

  /** As shells report a process that SIGINT ended. */
  private static final int INTERRUPTED = 130;

  /** What of the grace is kept for stopping once drained. */
  private static final long STOP_MILLIS = 500;

  private final Lifecycle lifecycle;
  private final Supplier<List<Vertx>> all;
  private final long lingerMillis;
  private final long graceMillis;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * @param all to be closed in the end, in this order
   * @param lingerMillis how long the lifecycle's drain lingers first
   */
  GracefulShutdown(
      Lifecycle lifecycle, Supplier<List<Vertx>> all, long lingerMillis, long graceMillis) {
    this.lifecycle = lifecycle;
    this.all = all;
    this.lingerMillis = lingerMillis;
    this.graceMillis = graceMillis;
  }

  /** On the signal's own thread. */
  void onSignal(String name) {
    if (!begun.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, "{0} again: leaving at once", name);
      Runtime.getRuntime().halt(INTERRUPTED);
    }
    LOG.log(Level.INFO, "{0}: leaving", name);
    awaitEnd();
    System.exit(0);
  }

  boolean hasBegun() {
    return begun.get();
  }

  /** When the JVM ends without a signal that could be handled. */
  void onEnd() {
    if (begun.compareAndSet(false, true)) {
      awaitEnd();
    }
  }

  private void awaitEnd() {
    lifecycle.onEnding();
    long forStopping = Math.min(STOP_MILLIS, graceMillis / 4);
    Duration forDraining = Duration.ofMillis(graceMillis - forStopping);
    long latest = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lingerMillis + graceMillis);
    try {
      await(lifecycle.drain(forDraining).compose(nothing -> lifecycle.stop()), latest);
      // not composed: no event loop is left then to tell of its end
      for (Vertx vertx : all.get()) {
        await(vertx.close(), latest);
      }
      LOG.log(Level.INFO, "stopped");
    } catch (TimeoutException e) {
      LOG.log(
          Level.WARNING,
          "not done after {0} ms: leaving",
          String.valueOf(lingerMillis + graceMillis));
    } catch (ExecutionException e) {
      LOG.log(Level.ERROR, "couldn't stop in order", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(Future<Void> future, long latestNanos)
      throws ExecutionException, InterruptedException, TimeoutException {
    long left = latestNanos - System.nanoTime();
    future.toCompletionStage().toCompletableFuture().get(left, TimeUnit.NANOSECONDS);
  }
}
