package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** An interface, who serves it, and who waits for that to be known. Not thread-safe. */
final class FollowedInterface {

  /** No version of what's known. */
  private static final long NONE = -1;

  private final String name;
  private final EntrySet<Instance> providers;
  private final List<Promise<Void>> waiting = new ArrayList<>();
  private final List<FollowedStore.Watch> watches = new ArrayList<>();
  private List<FollowedApplication> applications = List.of();
  private boolean mapped;
  private boolean refused;
  private boolean kept;
  private boolean called;
  private long usedAt;
  private List<Instance> instances = List.of();
  private long instancesOf;

  /**
   * @param now milliseconds that only go forwards
   */
  FollowedInterface(String name, EntrySet<Instance> providers, long now) {
    this.name = name;
    this.providers = providers;
    this.usedAt = now;
  }

  String name() {
    return name;
  }

  EntrySet<Instance> providers() {
    return providers;
  }

  void watch(FollowedStore.Watch begun) {
    watches.add(begun);
  }

  /** It's followed whether or not somebody calls it. */
  void keep() {
    kept = true;
  }

  /** Somebody calls it. */
  FollowedInterface use(long now) {
    usedAt = now;
    called = true;
    return this;
  }

  /** Whether somebody has called it since it's followed. */
  boolean isCalled() {
    return called;
  }

  long usedAt() {
    return usedAt;
  }

  /** Whether nobody needs it any more. */
  boolean isIdle(long now, long idleMillis, long unservedMillis) {
    boolean isServed = !instances().isEmpty();
    return !kept && now - usedAt >= (isServed ? idleMillis : unservedMillis);
  }

  List<FollowedApplication> applications() {
    return applications;
  }

  /** Its providers have been told. */
  void onProviders() {
    refused = false;
  }

  /** Its mapping has been told. */
  void onMapping(List<FollowedApplication> all) {
    mapped = true;
    applications = List.copyOf(all);
    instancesOf = NONE;
    providers.skipped().remove(mappingEntry());
  }

  private String mappingEntry() {
    return name + "/mapping";
  }

  /** It can't be told, and so nobody waits for it. */
  void onRefusal(String why) {
    refused = true;
    providers.skipped().put(name, why);
  }

  /** Its mapping can't be told: its providers may be. */
  void onMappingRefusal(String why) {
    mapped = true;
    providers.skipped().put(mappingEntry(), why);
  }

  /** Whether all is known that the registry has, or nothing can be. */
  boolean isSettled() {
    return refused
        || (providers.isListed()
            && mapped
            && applications.stream().allMatch(FollowedApplication::isSettled));
  }

  /** Whether who calls it needn't wait any more. */
  boolean isKnown() {
    return isSettled() || (providers.isListed() && !providers.values().isEmpty());
  }

  /**
   * Those who serve it, one for each address; the same list for as long as they are the same, since
   * all are asked for whenever one has changed.
   */
  List<Instance> instances() {
    long version = providers.version();
    for (FollowedApplication application : applications) {
      version += application.version();
    }
    if (version != instancesOf) {
      List<Instance> all = new ArrayList<>(providers.values());
      applications.forEach(application -> all.addAll(application.instances(name)));
      instances = ProviderInstances.joined(all);
      instancesOf = version;
    }
    return instances;
  }

  void await(Promise<Void> known) {
    waiting.add(known);
  }

  boolean isAwaited() {
    return !waiting.isEmpty();
  }

  void tell() {
    waiting.forEach(Promise::tryComplete);
    waiting.clear();
  }

  void end() {
    watches.forEach(FollowedStore.Watch::end);
    providers.clear();
    tell();
  }
}
