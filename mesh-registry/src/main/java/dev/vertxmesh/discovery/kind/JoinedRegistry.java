package dev.vertxmesh.discovery.kind;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The agents' registry, and another in Dubbo's own layout: who watches is told of both as of one.
 */
public final class JoinedRegistry implements Registry {

  private final Vertx vertx;
  private final Registry own;
  private final Registry dubbo;
  private final String description;

  /**
   * @param description as it was given, for a person; nothing secret
   * @param dubbo has ids that the first doesn't
   */
  public JoinedRegistry(Vertx vertx, String description, Registry own, Registry dubbo) {
    this.description = description;
    this.vertx = vertx;
    this.own = own;
    this.dubbo = dubbo;
  }

  @Override
  public Future<Void> check() {
    return own.check();
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return own.announce(instance);
  }

  /** Both tell on the same context, so that nothing here needs a lock. */
  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    Both both = new Both(listener);
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(
        v ->
            Future.all(own.watch(both::own), dubbo.watch(both::dubbo))
                .<Void>mapEmpty()
                .onComplete(first));
    return first.future();
  }

  @Override
  public Future<Void> catchUp() {
    return Future.join(own.catchUp(), dubbo.catchUp()).mapEmpty();
  }

  @Override
  public boolean isSelective() {
    return own.isSelective() || dubbo.isSelective();
  }

  @Override
  public Future<Void> follow(ServiceKey service) {
    return Future.join(own.follow(service), dubbo.follow(service)).mapEmpty();
  }

  @Override
  public void followAlways(List<String> patterns) {
    own.followAlways(patterns);
    dubbo.followAlways(patterns);
  }

  @Override
  public ServiceTypes types(Instance provider, ServiceKey service) {
    return dubbo.types(provider, service);
  }

  @Override
  public void followTypes(String application, Collection<ServiceKey> services) {
    dubbo.followTypes(application, services);
  }

  @Override
  public Optional<Future<Void>> followRules(
      String application, Consumer<Map<String, String>> listener) {
    return dubbo.followRules(application, listener);
  }

  private static final class Both {
    private final Consumer<List<Instance>> listener;
    private List<Instance> own;
    private List<Instance> dubbo;

    Both(Consumer<List<Instance>> listener) {
      this.listener = listener;
    }

    void own(List<Instance> instances) {
      own = instances;
      tell();
    }

    void dubbo(List<Instance> instances) {
      dubbo = instances;
      tell();
    }

    private void tell() {
      if (own == null || dubbo == null) {
        return;
      }
      List<Instance> all = new ArrayList<>(own.size() + dubbo.size());
      all.addAll(own);
      all.addAll(dubbo);
      all.sort(Comparator.comparing(Instance::id));
      listener.accept(List.copyOf(all));
    }
  }

  @Override
  public Registry own() {
    return own;
  }

  @Override
  public Optional<Registry> dubbo() {
    return Optional.of(dubbo);
  }

  @Override
  public String describe() {
    return description + (stale() ? " (stale)" : "");
  }

  @Override
  public long ageMillis() {
    return Math.max(own.ageMillis(), dubbo.ageMillis());
  }

  @Override
  public boolean stale() {
    return own.stale() || dubbo.stale();
  }

  @Override
  public String problem() {
    return own.problem().isEmpty() ? dubbo.problem() : own.problem();
  }

  @Override
  public String unasked(ServiceKey service) {
    String unasked = dubbo.unasked(service);
    return unasked.isEmpty() ? own.unasked(service) : unasked;
  }

  @Override
  public String skipped(ServiceKey service) {
    return dubbo.skipped(service);
  }

  @Override
  public Map<String, String> skippedEntries() {
    Map<String, String> both = new LinkedHashMap<>(dubbo.skippedEntries());
    both.putAll(own.skippedEntries());
    return both;
  }

  @Override
  public int size() {
    return own.size() + dubbo.size();
  }

  @Override
  public int malformed() {
    return own.malformed() + dubbo.malformed();
  }

  @Override
  public Future<Void> close() {
    return Future.join(own.close(), dubbo.close()).mapEmpty();
  }
}
