package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A registry that is a store of keys: one who follows it and one who keeps announcing. */
public final class KeyedRegistry implements Registry {

  private final Vertx vertx;
  private final Layout layout;
  private final KeyedOptions options;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots = new SnapshotPublisher();
  private final KeyStore store;
  private final StoreWatcher storeWatcher;
  private final Registrar registrar;
  private volatile boolean watched;
  private Future<Void> closed;

  public KeyedRegistry(Vertx vertx, KeyStore.Opener opener, Layout layout, KeyedOptions options) {
    this(vertx, opener, layout, options, RegistryThread.ofThread("mesh-registry"));
  }

  /**
   * @param worker closed with this
   */
  public KeyedRegistry(
      Vertx vertx,
      KeyStore.Opener opener,
      Layout layout,
      KeyedOptions options,
      RegistryThread worker) {
    this.vertx = vertx;
    this.worker = worker;
    this.layout = layout;
    this.options = options;
    this.store = opener.open(vertx, worker);
    SnapshotFile file = new SnapshotFile(options.snapshot(), options.description());
    this.storeWatcher = new StoreWatcher(store, layout, worker, snapshots, file, options);
    this.registrar = new Registrar(store, layout, worker, options);
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    if (isClosed()) {
      return refusal();
    }
    try {
      layout.name(instance);
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
    return registrar.announce(instance).map(done -> new Announced(instance.id()));
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    if (isClosed()) {
      return refusal();
    }
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    watched = true;
    snapshots.subscribe(context, listener).onComplete(done -> complete(first, done));
    storeWatcher.begin();
    worker.after(
        options.waitMillis(),
        () -> {
          String problem = storeWatcher.health().problem();
          String why = problem.isEmpty() ? "it takes too long" : problem;
          first.tryFail(
              new RegistryFailure("registry %s: %s".formatted(options.description(), why), null));
        });
    return onContext(context, first.future());
  }

  @Override
  public Future<Void> catchUp() {
    return isClosed() || !watched
        ? Future.succeededFuture()
        : onContext(vertx.getOrCreateContext(), storeWatcher.catchUp());
  }

  private static void complete(Promise<Void> promise, AsyncResult<Void> done) {
    if (done.succeeded()) {
      promise.tryComplete();
    } else {
      promise.tryFail(done.cause());
    }
  }

  private static Future<Void> onContext(Context context, Future<Void> future) {
    Promise<Void> there = Promise.promise();
    future.onComplete(done -> context.runOnContext(nothing -> complete(there, done)));
    return there.future();
  }

  private synchronized boolean isClosed() {
    return closed != null;
  }

  private static <T> Future<T> refusal() {
    return Future.failedFuture(new RegistryFailure("the registry was closed", null));
  }

  @Override
  public String describe() {
    return options.description() + (stale() ? " (stale)" : "");
  }

  @Override
  public long ageMillis() {
    return watched ? storeWatcher.health().ageMillis() : registrar.ageMillis();
  }

  @Override
  public boolean stale() {
    return watched && !storeWatcher.health().isConfirmed();
  }

  @Override
  public String problem() {
    return watched && !storeWatcher.health().problem().isEmpty()
        ? storeWatcher.health().problem()
        : registrar.problem();
  }

  @Override
  public int size() {
    return snapshots.size();
  }

  @Override
  public int malformed() {
    return storeWatcher.malformed();
  }

  @Override
  public synchronized Future<Void> close() {
    if (closed == null) {
      snapshots.close();
      closed =
          registrar
              .close()
              .compose(left -> endFollowing())
              .compose(ended -> store.close())
              .onComplete(done -> worker.close());
    }
    return closed;
  }

  private Future<Void> endFollowing() {
    Promise<Void> ended = Promise.promise();
    worker.execute(
        () -> {
          storeWatcher.end();
          ended.complete();
        });
    return ended.future();
  }

  private final class Announced implements Registration {
    private final String id;

    Announced(String id) {
      this.id = id;
    }

    @Override
    public Future<Void> replace(Instance instance) {
      if (isClosed()) {
        return refusal();
      }
      return instance.id().equals(id)
          ? registrar.replace(instance)
          : Future.failedFuture(
              new RegistryFailure(id + " can't be replaced by " + instance.id(), null));
    }

    @Override
    public Optional<Instance> edited() {
      return registrar.edited(id);
    }

    @Override
    public Future<Void> withdraw() {
      return isClosed() ? closed.mapEmpty() : registrar.withdraw(id);
    }
  }
}
