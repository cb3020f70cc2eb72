package dev.vertxmesh.it.registry;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Those who announce and those who watch, each with a registry of its own. */
final class Parties implements AutoCloseable {

  final Vertx vertx = Vertx.vertx();
  private final List<Registry> opened = new ArrayList<>();

  /** Somebody who watches, and what was seen. */
  static final class Watcher {
    final Registry registry;
    final List<List<Instance>> seen = new CopyOnWriteArrayList<>();
    final Future<Void> first;

    Watcher(Registry registry) {
      this.registry = registry;
      first = registry.watch(seen::add);
    }

    List<Instance> latest() {
      return seen.isEmpty() ? List.of() : seen.get(seen.size() - 1);
    }

    Set<String> ids() {
      return latest().stream().map(Instance::id).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The fewest that were known at once since so many snapshots. */
    int fewestSince(int snapshots) {
      return seen.stream().skip(snapshots).mapToInt(List::size).min().orElse(latest().size());
    }
  }

  Registry open(String url) {
    Registry registry = Registries.open(vertx, url);
    opened.add(registry);
    return registry;
  }

  /** Watches, and waits for the first snapshot. */
  Watcher watch(String url) {
    Watcher watcher = new Watcher(open(url));
    get(watcher.first);
    return watcher;
  }

  /** Announces an instance of this id, and waits until that's done. */
  Registration announce(String url, String id) {
    return announce(open(url), List.of(instance(id))).get(0);
  }

  /** All at once; those again that are given up because a busy etcd took too long. */
  static List<Registration> announce(Registry registry, List<Instance> instances) {
    List<Future<Registration>> announced =
        new ArrayList<>(instances.stream().map(registry::announce).toList());
    for (int left = 5; left > 0 && !allSucceed(announced); left--) {
      for (int i = 0; i < announced.size(); i++) {
        if (announced.get(i).failed()) {
          announced.set(i, registry.announce(instances.get(i)));
        }
      }
    }
    return announced.stream().map(Parties::get).toList();
  }

  /** Waits for each. */
  private static boolean allSucceed(List<? extends Future<?>> futures) {
    await().until(() -> futures.stream().allMatch(Future::isComplete));
    return futures.stream().allMatch(Future::succeeded);
  }

  static Instance instance(String id) {
    int port = 10_000 + Math.floorMod(id.hashCode(), 50_000);
    List<ServiceKey> services = List.of(ServiceKey.parse("com.x.A:1.0@g"));
    return new Instance(id, "127.0.0.1", port, services, 3, Map.of("zone", "a"), 10, 5)
        .speaking("hessian2");
  }

  static <T> T get(Future<T> future) {
    await().until(future::isComplete);
    if (future.failed()) {
      throw new IllegalStateException(future.cause());
    }
    return future.result();
  }

  @Override
  public void close() {
    opened.stream().map(Registry::close).toList().forEach(closing -> get(closing));
    get(vertx.close());
  }
}
