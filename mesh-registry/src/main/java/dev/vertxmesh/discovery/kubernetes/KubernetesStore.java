package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.EntryBounds;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Kubernetes' endpoints as a store of entries. What an event tells to have gone is gone at once;
 * what only a new list lacks may be there. Nothing is ever put there: what an agent announces is
 * remembered here, and Kubernetes tells of its pod by itself.
 */
final class KubernetesStore implements KeyStore {

  /** Versions are no numbers, and there is one for each kind and namespace. */
  private static final long REVISION = 1;

  private final ApiServer server;
  private final List<Scope> scopes;
  private final PortChoice choice;
  private final RegistryThread worker;
  private final Map<String, String> announced = new ConcurrentHashMap<>();
  private Map<String, String> versions = Map.of();
  private KnownObjects known;
  private Map<String, String> told = Map.of();
  private int listing;
  private ResourceWatch refused;

  KubernetesStore(ApiServer server, List<Scope> scopes, PortChoice choice, RegistryThread worker) {
    this.server = server;
    this.scopes = scopes;
    this.choice = choice;
    this.worker = worker;
    this.known = fresh(null);
  }

  private KnownObjects fresh(KnownObjects before) {
    return new KnownObjects(scopes, choice, EntryBounds.room() / 4, before);
  }

  private record Resource(Scope scope, ResourceKind kind) {

    String key() {
      return kind + " " + scope.namespace();
    }
  }

  private List<Resource> resources() {
    return scopes.stream()
        .flatMap(scope -> Stream.of(ResourceKind.values()).map(kind -> new Resource(scope, kind)))
        .toList();
  }

  @Override
  public Future<Listing> list() {
    Promise<Listing> listed = Promise.promise();
    worker.execute(
        () -> {
          int mine = ++listing;
          KnownObjects fresh = fresh(known);
          Map<String, String> found = new HashMap<>();
          // who may list and not watch must not seem to be well in between
          Future<Void> all = refused == null ? Future.succeededFuture() : refused.admitted();
          for (Resource one : resources()) {
            all = all.compose(before -> list(one, fresh, found, mine));
          }
          all.onComplete(
              done ->
                  worker.execute(
                      () -> {
                        if (done.failed()) {
                          listed.fail(done.cause());
                        } else if (mine == listing) {
                          listed.complete(take(fresh, found));
                        }
                      }));
        });
    return listed.future();
  }

  private Future<Void> list(Resource one, KnownObjects fresh, Map<String, String> found, int mine) {
    Promise<Void> listed = Promise.promise();
    worker.execute(
        () ->
            new ObjectLister(
                    server,
                    worker,
                    one.scope,
                    one.kind,
                    object -> {
                      if (mine != listing) {
                        throw new RegistryFailure("another list has begun", null);
                      }
                      fresh.put(one.scope, one.kind, object);
                    })
                .list()
                .<Void>map(
                    version -> {
                      found.put(one.key(), version);
                      return null;
                    })
                .onComplete(listed));
    return listed.future();
  }

  /** That nobody at all is there may be a sick server's word: nothing is told against anybody. */
  private Listing take(KnownObjects fresh, Map<String, String> found) {
    fresh.complete();
    known = fresh;
    versions = found;
    refused = null;
    told = fresh.isEmpty() ? Map.of() : fresh.entries();
    return new Listing(told, REVISION);
  }

  /** Nobody needs to wait: changes come as they happen, and asking would cost the API server. */
  @Override
  public Future<Long> revision() {
    return Future.failedFuture(new RegistryFailure("how far it is can't be told", null));
  }

  @Override
  public Watching watch(long revision, Watcher watcher) {
    Watches watches = new Watches(watcher);
    worker.execute(watches::begin);
    return watches;
  }

  private final class Watches implements Watching, ResourceWatch.Listener {
    private final Watcher watcher;
    private final List<ResourceWatch> all = new ArrayList<>();
    private boolean ended;

    Watches(Watcher watcher) {
      this.watcher = watcher;
    }

    void begin() {
      if (ended) {
        return;
      }
      for (Resource one : resources()) {
        all.add(
            new ResourceWatch(server, one.scope, one.kind, worker, this, versions.get(one.key())));
      }
      all.forEach(ResourceWatch::begin);
    }

    @Override
    public String onEvents(ResourceWatch from, List<ApiJson.Event> events) {
      String version = null;
      for (ApiJson.Event event : events) {
        version =
            switch (event.type()) {
              case "ADDED", "MODIFIED" -> known.put(from.scope(), from.kind(), event.object());
              case "DELETED" -> known.remove(from.scope(), from.kind(), event.object());
              default -> ApiJson.meta(event.object(), "").version();
            };
      }
      tell();
      return version;
    }

    private void tell() {
      watcher.onChanges(changes());
    }

    @Override
    public void onEnd(ResourceWatch from, Throwable cause) {
      if (!ended) {
        refused = cause instanceof ApiRefusal refusal && refusal.isLasting() ? from : null;
        stop();
        watcher.onEnd(cause);
      }
    }

    @Override
    public void probe() {
      worker.execute(
          () -> {
            if (!ended) {
              server.probe().onSuccess(alive -> worker.execute(this::onAlive));
            }
          });
    }

    private void onAlive() {
      if (!ended) {
        tell();
        watcher.onAlive(REVISION);
      }
    }

    @Override
    public void end() {
      worker.execute(this::stop);
    }

    private void stop() {
      ended = true;
      all.forEach(ResourceWatch::end);
    }
  }

  private List<Change> changes() {
    Map<String, String> now = known.entries();
    List<Change> changes = new ArrayList<>();
    now.forEach(
        (name, text) -> {
          if (!text.equals(told.get(name))) {
            changes.add(new Change(name, text));
          }
        });
    told.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(
            name -> {
              changes.add(new Change(name, EndpointLayout.GONE));
              changes.add(new Change(name, null));
            });
    told = now;
    return changes;
  }

  @Override
  public Future<Long> grant() {
    return Future.succeededFuture(REVISION);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    announced.put(name, value);
    return Future.succeededFuture();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    Map<String, Held> held = new HashMap<>();
    announced.forEach((name, value) -> held.put(name, new Held(value, true)));
    held.keySet().retainAll(names);
    return Future.succeededFuture(Optional.of(held));
  }

  @Override
  public Future<Void> delete(String name) {
    announced.remove(name);
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> revoke(long grant) {
    announced.clear();
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    Promise<Void> closed = Promise.promise();
    worker.execute(() -> server.close().onComplete(closed));
    return closed.future();
  }
}
