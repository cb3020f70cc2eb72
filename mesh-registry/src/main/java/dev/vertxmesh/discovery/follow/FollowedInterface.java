package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import dev.vertxmesh.discovery.etcd.SkippedEntries;
import dev.vertxmesh.discovery.follow.entry.EntrySet;
import dev.vertxmesh.discovery.follow.entry.Room;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** An interface, who serves it, and who waits for that to be known. Not thread-safe. */
final class FollowedInterface {

  private static final Logger LOG = System.getLogger(FollowedInterface.class.getName());

  /** No version of what's known. */
  private static final long NONE = -1;

  private final String name;
  private final EntrySet<Instance> providers;
  private final Room room;
  private final WaitingCallers waiting = new WaitingCallers();
  private final SkippedEntries problems;
  private List<FollowedApplication> applications = List.of();
  private Supplier<FollowedStore.Watch> providersBegin;
  private FollowedStore.Watch watch;
  private Supplier<FollowedStore.Watch> mappingBegins;
  private FollowedStore.Watch mapping;
  private boolean mapped;
  private boolean isMappedInPart;
  private boolean refused;
  private boolean kept;
  private boolean called;
  private long usedAt;
  private List<Instance> instances = List.of();
  private long instancesOf;
  private long weight;
  private boolean isCut;

  /**
   * @param room for those whom its applications serve it by
   * @param now milliseconds that only go forwards
   */
  FollowedInterface(String name, EntrySet<Instance> providers, Room room, long now) {
    this.name = name;
    this.room = room;
    this.problems = new SkippedEntries(room.reasons());
    this.providers = providers;
    this.usedAt = now;
  }

  String name() {
    return name;
  }

  EntrySet<Instance> providers() {
    return providers;
  }

  /** Its providers are told by what this begins. */
  void providedBy(Supplier<FollowedStore.Watch> beginning) {
    providersBegin = beginning;
    watch = beginning.get();
  }

  /** Its providers are told again. */
  void listAgain() {
    watch.end();
    watch = providersBegin.get();
  }

  /** Its mapping is told by what this begins. */
  void mappedBy(Supplier<FollowedStore.Watch> beginning) {
    mappingBegins = beginning;
    mapping = beginning.get();
  }

  /** If there was no room for some of its applications, they're told again, by its mapping. */
  void mapAgain() {
    if (isMappedInPart) {
      mapping.end();
      mapping = mappingBegins.get();
    }
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
    return !kept
        && now - usedAt >= Math.min(idleMillis, unservedMillis)
        && now - usedAt >= (instances().isEmpty() ? unservedMillis : idleMillis);
  }

  List<FollowedApplication> applications() {
    return applications;
  }

  /** Its providers have been told. */
  void onProviders() {
    refused = false;
    problems.settle(name);
  }

  /**
   * Its mapping has been told.
   *
   * @param named how many it names, of which some aren't followed where there's no room for them
   */
  void onMapping(List<FollowedApplication> followed, int named) {
    mapped = true;
    isMappedInPart = followed.size() < named;
    applications = List.copyOf(followed);
    instancesOf = NONE;
    if (!isMappedInPart && refused) {
      problems.remove(mappingEntry());
    } else if (!isMappedInPart) {
      problems.settle(mappingEntry());
    } else {
      problems.put(
          mappingEntry(),
          "there's room for %d of %d applications".formatted(followed.size(), named));
      problems.report(LOG);
    }
  }

  private String mappingEntry() {
    return name + "/mapping";
  }

  /** It can't be told, and so nobody waits for it. */
  void onRefusal(String why) {
    refused = true;
    problems.put(name, why);
  }

  /** Its mapping can't be told: its providers may be. */
  void onMappingRefusal(String why) {
    mapped = true;
    problems.put(mappingEntry(), why);
  }

  /** Whether all is known that the registry has, or nothing can be. */
  boolean isSettled() {
    return refused
        || (providers.isListed()
            && mapped
            && applications.stream().allMatch(FollowedApplication::isSettled));
  }

  /** Whether somebody is known to serve it, or all is known that can be. */
  boolean isKnown() {
    return (providers.isListed() && !providers.values().isEmpty()) || isSettled();
  }

  /** Whether who calls one of its services needn't wait any more. */
  boolean isKnown(ServiceKey service) {
    return isSettled()
        || (providers.isListed()
            && instances().stream().anyMatch(one -> one.services().contains(service)));
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
      instancesOf = version;
      List<Instance> now = joined(providers.values());
      instances = now.equals(instances) ? instances : now;
    }
    return instances;
  }

  /** Who stands at both levels takes no room of its own. */
  private List<Instance> joined(List<Instance> provided) {
    List<Instance> all = new ArrayList<>(provided);
    room.give(weight);
    weight = 0;
    isCut = false;
    try {
      applications.forEach(application -> application.instances(name, one -> add(one, all)));
      problems.remove(applicationsEntry());
    } catch (Room.Full e) {
      isCut = true;
      if (room.isNews()) {
        problems.put(applicationsEntry(), e.getMessage());
        problems.report(LOG);
      } else {
        problems.count(applicationsEntry(), e.getMessage());
      }
    }
    List<Instance> joined = ProviderInstances.joined(all);
    Set<Instance> own = Collections.newSetFromMap(new IdentityHashMap<>());
    own.addAll(provided);
    room.give(weight);
    weight = joined.stream().filter(one -> !own.contains(one)).mapToLong(this::bytes).sum();
    room.give(-weight);
    return joined;
  }

  /**
   * Whether there was no room for some of them, and they're looked at again, as there may be now.
   */
  boolean looksAgain() {
    instancesOf = isCut ? NONE : instancesOf;
    return isCut;
  }

  /** Whether there was no room for some who serve it, at either level. */
  boolean isCut() {
    return isCut || providers.isCut();
  }

  private void add(Instance one, List<Instance> all) {
    long bytes = bytes(one);
    room.take(bytes);
    weight += bytes;
    all.add(one);
  }

  private long bytes(Instance one) {
    return EntryBounds.weight(one, 0);
  }

  /** How many entries of it are skipped, or can't be told. */
  int skipped() {
    return providers.skipped().size() + problems.size();
  }

  /** What can't be told of it. */
  SkippedEntries problems() {
    return problems;
  }

  /** Tells the log which, if that's new. */
  void report() {
    providers.skipped().report(LOG);
    problems.report(LOG);
  }

  private String applicationsEntry() {
    return name + "/applications";
  }

  /** Who waits until it's known who serves it. */
  WaitingCallers waiting() {
    return waiting;
  }

  void end() {
    if (watch != null) {
      watch.end();
    }
    if (mapping != null) {
      mapping.end();
    }
    providers.clear();
    problems.clear();
    room.give(weight);
    weight = 0;
    waiting.tell(all -> true);
  }
}
