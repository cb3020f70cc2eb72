package dev.vertxmesh.discovery.several;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Several registries: who watches is told of all as of one, who announces is in each of them. */
public final class SeveralRegistries implements Registry {

  private static final Logger LOG = System.getLogger(SeveralRegistries.class.getName());

  private final Vertx vertx;
  private final List<Registry> parts;
  private final AtomicReference<List<Registry>> absent = new AtomicReference<>(List.of());
  private volatile MergedInstances latest = MergedInstances.NONE;

  private SeveralRegistries(Vertx vertx, List<Registry> parts) {
    this.vertx = vertx;
    this.parts = parts;
  }

  /**
   * @param parts at least one; where two tell of one instance, the first is believed
   */
  public static Registry of(Vertx vertx, List<Registry> parts) {
    return parts.size() == 1 ? parts.get(0) : new SeveralRegistries(vertx, List.copyOf(parts));
  }

  /** What is to be put right in one of them has to be, before anybody relies on it. */
  @Override
  public Future<Void> check() {
    return Future.all(parts.stream().map(Registry::check).toList()).mapEmpty();
  }

  /** Completes when it's in one of them; the others are told as soon as they can be. */
  @Override
  public Future<Registration> announce(Instance instance) {
    SeveralRegistrations made = new SeveralRegistrations(vertx, parts);
    return made.begin(instance).map(begun -> made);
  }

  /** The first snapshot is of those that answer: nobody waits for one that is down. */
  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    MergingWatch watch =
        new MergingWatch(
            parts,
            merged -> {
              latest = merged;
              listener.accept(merged.instances());
            },
            this::note,
            (millis, action) -> context.owner().setTimer(millis, timer -> action.run()),
            first);
    context.runOnContext(begin -> watch.begin());
    return first.future();
  }

  /** Each event loop watches, and all of them go on without the same ones. */
  private void note(List<Registry> silent) {
    if (!silent.equals(absent.getAndSet(silent))) {
      LOG.log(Level.WARNING, "going on without {0}: no answer yet", names(silent));
    }
  }

  private static String names(List<Registry> some) {
    return some.stream().map(Registry::describe).collect(Collectors.joining(" and "));
  }

  @Override
  public Future<Void> catchUp() {
    return Future.join(parts.stream().map(Registry::catchUp).toList()).mapEmpty();
  }

  @Override
  public boolean isSelective() {
    return parts.stream().anyMatch(Registry::isSelective);
  }

  @Override
  public Future<Void> follow(ServiceKey service) {
    return Future.join(parts.stream().map(part -> part.follow(service)).toList()).mapEmpty();
  }

  @Override
  public void followAlways(List<String> patterns) {
    parts.forEach(part -> part.followAlways(patterns));
  }

  /** Of the first that knows. */
  @Override
  public ServiceTypes types(Instance provider, ServiceKey service) {
    for (Registry part : parts) {
      ServiceTypes types = part.types(provider, service);
      if (types != null) {
        return types;
      }
    }
    return null;
  }

  @Override
  public void followTypes(String application, Collection<ServiceKey> services) {
    parts.forEach(part -> part.followTypes(application, services));
  }

  /** Of two rules with the same name, the one that the first registry has. */
  @Override
  public Optional<Future<Void>> followRules(
      String application, Consumer<Map<String, String>> listener) {
    List<Map<String, String>> told = new ArrayList<>(Collections.nCopies(parts.size(), Map.of()));
    List<Future<Void>> firsts = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      int place = i;
      parts
          .get(i)
          .followRules(
              application,
              texts -> {
                synchronized (told) {
                  told.set(place, texts);
                  Map<String, String> all = new HashMap<>();
                  told.forEach(some -> some.forEach(all::putIfAbsent));
                  listener.accept(all);
                }
              })
          .ifPresent(firsts::add);
    }
    return firsts.isEmpty() ? Optional.empty() : Optional.of(Future.join(firsts).mapEmpty());
  }

  @Override
  public List<Instance> fixed() {
    return MergedInstances.of(parts.stream().map(Registry::fixed).toList()).instances();
  }

  @Override
  public Registry own() {
    return of(vertx, parts.stream().map(Registry::own).toList());
  }

  @Override
  public Optional<Registry> dubbo() {
    List<Registry> some = parts.stream().flatMap(part -> part.dubbo().stream()).toList();
    return some.isEmpty() ? Optional.empty() : Optional.of(of(vertx, some));
  }

  @Override
  public List<Registry> parts() {
    return parts;
  }

  @Override
  public List<String> tellers(HostPort address) {
    return latest.tellers().getOrDefault(address, List.of()).stream()
        .map(place -> parts.get(place).describe())
        .toList();
  }

  @Override
  public String describe() {
    return names(parts);
  }

  @Override
  public long ageMillis() {
    return parts.stream().mapToLong(Registry::ageMillis).max().orElse(0);
  }

  @Override
  public boolean stale() {
    return parts.stream().anyMatch(Registry::stale);
  }

  @Override
  public String problem() {
    Function<Registry, String> named = part -> part.describe() + ": " + part.problem();
    return parts.stream()
        .filter(part -> !part.problem().isEmpty())
        .map(named)
        .collect(Collectors.joining("; "));
  }

  @Override
  public String unasked(ServiceKey service) {
    return joined(part -> part.unasked(service));
  }

  @Override
  public String skipped(ServiceKey service) {
    return joined(part -> part.skipped(service));
  }

  @Override
  public Map<String, String> skippedEntries() {
    Map<String, String> all = new LinkedHashMap<>();
    parts.forEach(
        part -> part.skippedEntries().forEach((name, why) -> all.merge(name, why, (a, b) -> a)));
    return all;
  }

  private String joined(Function<Registry, String> words) {
    return parts.stream()
        .map(words)
        .filter(said -> !said.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Each instance once, however many tell of it. */
  @Override
  public int size() {
    return latest.instances().size();
  }

  @Override
  public int malformed() {
    return parts.stream().mapToInt(Registry::malformed).sum();
  }

  @Override
  public Future<Void> close() {
    return Future.join(parts.stream().map(Registry::close).toList()).mapEmpty();
  }
}
