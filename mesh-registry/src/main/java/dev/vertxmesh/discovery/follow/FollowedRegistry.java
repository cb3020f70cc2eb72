package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A registry in which Dubbo's own providers register, followed as far as it's needed. */
public final class FollowedRegistry implements Registry {

  private final Vertx vertx;
  private final FollowedStore store;
  private final Registry announcing;
  private final FollowOptions options;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots = new SnapshotPublisher();
  private final FollowWatcher watcher;
  private volatile boolean watched;
  private Future<Void> closed;

  /**
   * @param announcing what is announced goes there, in Dubbo's layout; closed with this
   */
  public FollowedRegistry(
      Vertx vertx, FollowedStore store, Registry announcing, FollowOptions options) {
    this(
        vertx,
        store,
        new ProviderMetadata(vertx, store),
        options.hasTypes() ? FollowedDefinitions.reader() : null,
        announcing,
        options,
        RegistryThread.ofThread("mesh-follower"));
  }

  /**
   * @param source tells what instances serve
   * @param reader of what providers say of their types; null for nobody
   * @param worker closed with this
   */
  FollowedRegistry(
      Vertx vertx,
      FollowedStore store,
      MetadataSource source,
      BackendKind reader,
      Registry announcing,
      FollowOptions options,
      RegistryThread worker) {
    this.vertx = vertx;
    this.store = store;
    this.announcing = announcing;
    this.options = options;
    this.worker = worker;
    this.watcher = new FollowWatcher(store, source, reader, worker, snapshots, options);
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return announcing.announce(instance);
  }

  @Override
  public boolean isSelective() {
    return true;
  }

  @Override
  public void followAlways(List<String> patterns) {
    List<NamePattern> all = patterns.stream().map(NamePattern::of).toList();
    worker.execute(() -> watcher.followAlways(all));
  }

  @Override
  public Future<Void> follow(ServiceKey service) {
    if (isClosed() || !watched) {
      return Future.succeededFuture();
    }
    Promise<Void> known = Promise.promise();
    worker.execute(() -> watcher.follow(service.interfaceName(), known));
    return onContext(vertx.getOrCreateContext(), known.future());
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    if (isClosed()) {
      return Future.failedFuture(new RegistryFailure("the registry was closed", null));
    }
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    watched = true;
    snapshots.subscribe(context, listener).onComplete(done -> complete(first, done));
    worker.execute(watcher::begin);
    worker.after(
        options.waitMillis(),
        () -> {
          String problem = watcher.health().problem();
          String why = problem.isEmpty() ? "it takes too long" : problem;
          first.tryFail(
              new RegistryFailure("registry %s: %s".formatted(options.description(), why), null));
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

  private static Future<Void> onContext(Context context, Future<Void> future) {
    Promise<Void> there = Promise.promise();
    future.onComplete(done -> context.runOnContext(nothing -> complete(there, done)));
    return there.future();
  }

  private synchronized boolean isClosed() {
    return closed != null;
  }

  @Override
  public ServiceTypes types(Instance provider, ServiceKey service) {
    return watcher.definitions().of(provider, service);
  }

  @Override
  public boolean followRules(String application, Consumer<Map<String, String>> listener) {
    if (options.hasRules()) {
      worker.execute(() -> watcher.followRules(application, listener));
    }
    return options.hasRules();
  }

  @Override
  public String describe() {
    return options.description() + (stale() ? " (stale)" : "");
  }

  @Override
  public long ageMillis() {
    return watched ? watcher.health().ageMillis() : announcing.ageMillis();
  }

  @Override
  public boolean stale() {
    return watched && !watcher.health().isConfirmed();
  }

  @Override
  public String problem() {
    String problem = watched ? watcher.health().problem() : "";
    return problem.isEmpty() ? announcing.problem() : problem;
  }

  @Override
  public int size() {
    return snapshots.size();
  }

  @Override
  public int malformed() {
    return watcher.skipped();
  }

  @Override
  public synchronized Future<Void> close() {
    if (closed == null) {
      snapshots.close();
      closed =
          announcing
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
          watcher.end();
          ended.complete();
        });
    return ended.future();
  }
}
