package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.etcd.FollowingRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.etcd.StoreHealth;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A registry in which Dubbo's own providers register, followed as far as it's needed. */
public final class FollowedRegistry extends FollowingRegistry {

  private final FollowedStore store;
  private final Registry announcing;
  private final FollowOptions options;
  private final FollowWatcher watcher;

  /**
   * @param announcing what is announced goes there, in Dubbo's layout; closed with this
   */
  public FollowedRegistry(
      Vertx vertx, FollowedStore store, Registry announcing, FollowOptions options) {
    super(
        vertx,
        RegistryThread.ofThread("mesh-follower"),
        options.description(),
        options.waitMillis());
    this.store = store;
    this.announcing = announcing;
    this.options = options;
    this.watcher =
        new FollowWatcher(
            store,
            new ProviderMetadata(vertx, store),
            options.hasTypes() ? FollowedDefinitions.reader() : null,
            worker(),
            snapshots(),
            options);
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return announcing.announce(instance);
  }

  @Override
  public boolean isSelective() {
    return true;
  }

  /** It's begun before anybody watches, while the agent does other things: it may be much. */
  @Override
  public void followAlways(List<String> patterns) {
    List<NamePattern> all = patterns.stream().map(NamePattern::of).toList();
    worker()
        .execute(
            () -> {
              watcher.followAlways(all);
              watcher.begin();
            });
  }

  @Override
  public Future<Void> follow(ServiceKey service) {
    if (isClosed() || !isWatched()) {
      return Future.succeededFuture();
    }
    Promise<Void> known = Promise.promise();
    worker().execute(() -> watcher.follow(service, known));
    return here(known.future());
  }

  @Override
  protected void begin() {
    worker().execute(watcher::begin);
  }

  @Override
  protected void end() {
    watcher.end();
  }

  @Override
  protected StoreHealth health() {
    return watcher.health();
  }

  @Override
  protected Future<Void> leave() {
    return announcing.close();
  }

  @Override
  protected Future<Void> closeStore() {
    return store.close();
  }

  @Override
  public ServiceTypes types(Instance provider, ServiceKey service) {
    return watcher.definitions().of(provider, service);
  }

  @Override
  public void followTypes(String application, Collection<ServiceKey> services) {
    List<ServiceKey> all = List.copyOf(services);
    worker().execute(() -> watcher.definitions().keep(application, all));
  }

  /** Rules are told of with what is called, and who calls waits for that. */
  @Override
  public Optional<Future<Void>> followRules(
      String application, Consumer<Map<String, String>> listener) {
    if (!options.hasRules()) {
      return Optional.empty();
    }
    worker().execute(() -> watcher.followRules(application, listener));
    return Optional.of(Future.succeededFuture());
  }

  @Override
  public long ageMillis() {
    return isWatched() ? health().ageMillis() : announcing.ageMillis();
  }

  @Override
  public String problem() {
    String problem = isWatched() ? health().problem() : "";
    problem = problem.isEmpty() ? announcing.problem() : problem;
    return problem.isEmpty() ? watcher.notes().unlisted() : problem;
  }

  @Override
  public String unasked(ServiceKey service) {
    String unasked = super.unasked(service);
    return unasked.isEmpty() && isWatched() ? watcher.notes().untold(service) : unasked;
  }

  @Override
  public String skipped(ServiceKey service) {
    String skipped = watcher.notes().skipped(service);
    return skipped.isEmpty() ? store.emptiness() : skipped;
  }

  /** Of interfaces first, then of what providers say of their types. */
  @Override
  public Map<String, String> skippedEntries() {
    Map<String, String> some = new LinkedHashMap<>(watcher.notes().skipped());
    watcher
        .definitions()
        .skippedEntries()
        .forEach(
            (name, why) -> {
              if (some.size() < MOST_SKIPPED_TOLD) {
                some.put(name, why);
              }
            });
    return some;
  }

  @Override
  public int malformed() {
    return watcher.skipped();
  }
}
