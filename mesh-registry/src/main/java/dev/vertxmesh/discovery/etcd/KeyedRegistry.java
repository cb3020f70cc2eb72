package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.RuleFollower;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A registry that is a store of keys: one who follows it and one who keeps announcing. */
public final class KeyedRegistry extends FollowingRegistry {

  private final Layout layout;
  private final KeyStore store;
  private final StoreWatcher storeWatcher;
  private final Registrar registrar;
  private final RuleFollower rules;
  private final Promise<Void> firstRules = Promise.promise();

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
    this(vertx, opener, layout, options, worker, null);
  }

  /**
   * @param worker closed with this
   * @param rules reads routing rules; ends with this; null where there's no place for them
   */
  public KeyedRegistry(
      Vertx vertx,
      KeyStore.Opener opener,
      Layout layout,
      KeyedOptions options,
      RegistryThread worker,
      RuleFollower rules) {
    super(vertx, worker, options.description(), options.waitMillis());
    this.layout = layout;
    this.store = opener.open(vertx, worker);
    SnapshotFile file = new SnapshotFile(options.snapshot(), options.description());
    this.storeWatcher = new StoreWatcher(store, layout, worker, snapshots(), file, options);
    this.registrar = new Registrar(store, layout, worker, options);
    this.rules = rules;
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
  protected void begin() {
    storeWatcher.begin();
  }

  @Override
  protected void end() {
    firstRules.tryFail(closed()); // who waits for rules would wait forever
    storeWatcher.end();
    if (rules != null) {
      rules.end();
    }
  }

  @Override
  protected StoreHealth health() {
    return storeWatcher.health();
  }

  @Override
  protected Future<Void> leave() {
    return registrar.close();
  }

  @Override
  protected Future<Void> closeStore() {
    return store.close();
  }

  @Override
  public Future<Void> catchUp() {
    return isClosed() || !isWatched() ? Future.succeededFuture() : here(storeWatcher.catchUp());
  }

  @Override
  public long ageMillis() {
    return isWatched() ? health().ageMillis() : registrar.ageMillis();
  }

  @Override
  public String problem() {
    String problem = isWatched() ? health().problem() : "";
    return problem.isEmpty() ? registrar.problem() : problem;
  }

  /** All that it has a place for are read, whoever calls. */
  @Override
  public Optional<Future<Void>> followRules(
      String application, Consumer<Map<String, String>> listener) {
    if (rules == null) {
      return Optional.empty();
    }
    rules.follow(
        texts -> {
          listener.accept(texts);
          firstRules.tryComplete();
        });
    return Optional.of(firstRules.future());
  }

  @Override
  public int malformed() {
    return storeWatcher.malformed() + skippedRules().size();
  }

  @Override
  public Map<String, String> skippedEntries() {
    Map<String, String> all = new TreeMap<>(storeWatcher.skipped());
    all.putAll(skippedRules());
    return all;
  }

  private Map<String, String> skippedRules() {
    return rules == null ? Map.of() : rules.skipped();
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
      return isClosed() ? close() : registrar.withdraw(id);
    }
  }
}
