package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/**
 * A registry that is followed on a {@link RegistryThread}; everyone who watches is told on a
 * context of their own.
 */
public abstract class FollowingRegistry implements Registry {

  private static final Logger LOG = System.getLogger(FollowingRegistry.class.getName());

  /** A connection whose other end says nothing doesn't keep an agent from ending. */
  private static final int CLOSING_MILLIS = 5_000;

  private final Vertx vertx;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots = new SnapshotPublisher();
  private final String description;
  private final long waitMillis;
  private volatile boolean watched;
  private Future<Void> closed;

  /**
   * @param worker closed with this
   * @param description for a person, without passwords
   * @param waitMillis how long who watches waits for the first snapshot
   */
  protected FollowingRegistry(
      Vertx vertx, RegistryThread worker, String description, long waitMillis) {
    this.vertx = vertx;
    this.worker = worker;
    this.description = description;
    this.waitMillis = waitMillis;
  }

  protected final RegistryThread worker() {
    return worker;
  }

  /** What is followed is published there. */
  protected final SnapshotPublisher snapshots() {
    return snapshots;
  }

  /** Of what is followed. */
  protected abstract StoreHealth health();

  /** Follows from now on; called for each who watches, and on any thread. */
  protected abstract void begin();

  /** Follows no more; on the worker. */
  protected abstract void end();

  /** What was announced leaves. */
  protected abstract Future<Void> leave();

  protected abstract Future<Void> closeStore();

  @Override
  public final Future<Void> watch(Consumer<List<Instance>> listener) {
    if (isClosed()) {
      return refusal();
    }
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    watched = true;
    snapshots.subscribe(context, listener).onComplete(done -> complete(first, done));
    begin();
    worker.after(
        waitMillis,
        () -> {
          String problem = health().problem();
          String why = problem.isEmpty() ? "it takes too long" : problem;
          first.tryFail(new RegistryFailure("registry %s: %s".formatted(description, why), null));
        });
    return onContext(context, first.future());
  }

  private static void complete(Promise<Void> promise, AsyncResult<Void> done) {
    if (done.succeeded()) {
      promise.tryComplete();
    } else {
      promise.tryFail(done.cause());
    }
  }

  /** The same, completed on the caller's context. */
  protected final Future<Void> here(Future<Void> future) {
    return onContext(vertx.getOrCreateContext(), future);
  }

  private static Future<Void> onContext(Context context, Future<Void> future) {
    Promise<Void> there = Promise.promise();
    future.onComplete(done -> context.runOnContext(nothing -> complete(there, done)));
    return there.future();
  }

  protected final boolean isWatched() {
    return watched;
  }

  protected final synchronized boolean isClosed() {
    return closed != null;
  }

  protected static <T> Future<T> refusal() {
    return Future.failedFuture(closed());
  }

  /** Why nothing comes any more. */
  protected static RegistryFailure closed() {
    return new RegistryFailure("the registry was closed", null);
  }

  @Override
  public final String describe() {
    return description + (stale() ? " (stale)" : "");
  }

  @Override
  public final boolean stale() {
    return watched && !health().isConfirmed();
  }

  @Override
  public String unasked(ServiceKey service) {
    return watched ? health().unasked() : "";
  }

  @Override
  public final int size() {
    return snapshots.size();
  }

  @Override
  public final synchronized Future<Void> close() {
    if (closed == null) {
      snapshots.close();
      closed =
          leave()
              .compose(left -> endFollowing())
              .compose(ended -> endStore())
              .onComplete(done -> worker.close());
    }
    return closed;
  }

  private Future<Void> endFollowing() {
    Promise<Void> ended = Promise.promise();
    worker.execute(
        () -> {
          try {
            end();
          } finally { // whatever is wrong with it, the store's connections are closed
            ended.complete();
          }
        });
    return ended.future();
  }

  private Future<Void> endStore() {
    Promise<Void> ended = Promise.promise();
    worker.await(
        closeStore(),
        "closing",
        CLOSING_MILLIS,
        done -> {
          if (done.failed()) {
            LOG.log(
                Level.WARNING,
                "registry {0}: its connections are left as they are: {1}",
                description,
                done.cause().getMessage());
          }
          ended.complete();
        });
    return ended.future();
  }
}
