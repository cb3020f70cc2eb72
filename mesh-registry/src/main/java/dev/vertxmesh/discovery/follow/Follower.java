package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.MappedApplications;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The interfaces that are followed, and when who vanishes is believed to be gone. On the worker.
 */
final class Follower {

  private static final Logger LOG = System.getLogger(Follower.class.getName());

  private final FollowedStore store;
  private final RegistryThread worker;
  private final FollowOptions options;
  private final Runnable onChange;
  private final FollowedApplications applications;
  private final Room room = new Room(EntryBounds.room());
  private final Map<String, FollowedInterface> interfaces = new LinkedHashMap<>();
  private boolean reachable = true;
  private boolean disturbed;
  private long recoveredAt;
  private boolean refused;

  /**
   * @param source tells what instances serve
   * @param onChange run whenever something is known that wasn't
   */
  Follower(
      FollowedStore store,
      MetadataSource source,
      RegistryThread worker,
      FollowOptions options,
      Runnable onChange) {
    this.store = store;
    this.worker = worker;
    this.options = options;
    this.onChange = onChange;
    this.applications =
        new FollowedApplications(
            store, source, worker, room, this::instance, this::isBelieved, onChange);
  }

  /** The one that is followed from now on, if it wasn't; empty if there are too many others. */
  Optional<FollowedInterface> follow(String name) {
    FollowedInterface known = interfaces.get(name);
    if (known != null) {
      known.use(worker.now());
      return Optional.of(known);
    }
    if (!isName(name) || !hasPlace()) {
      return Optional.empty();
    }
    FollowedInterface begun =
        new FollowedInterface(
            name, new EntrySet<>((entry, text) -> read(name, entry, text), room), worker.now());
    interfaces.put(name, begun);
    begun.watch(store.providers(name, listener(begun, entries -> onProviders(begun, entries))));
    begun.watch(store.mapping(name, listener(begun, entries -> onMapping(begun, entries))));
    return Optional.of(begun);
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= 500
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c <= ' ' || c == '/' || Character.isISOControl(c));
  }

  /** One that nobody has used for the longest time gives its place to another. */
  private boolean hasPlace() {
    List<FollowedInterface> unserved =
        interfaces.size() < FollowOptions.MOST_UNSERVED
            ? List.of()
            : interfaces.values().stream().filter(one -> one.instances().isEmpty()).toList();
    if (unserved.size() >= FollowOptions.MOST_UNSERVED) {
      long now = worker.now();
      unserved.stream()
          .filter(one -> one.isIdle(now, 0, 0))
          .min((a, b) -> Long.compare(a.usedAt(), b.usedAt()))
          .ifPresent(this::leave);
    }
    boolean hasPlace = interfaces.size() < FollowOptions.MOST_FOLLOWED;
    if (!hasPlace && !refused) {
      refused = true;
      LOG.log(
          Level.WARNING,
          "{0} interfaces are followed, and no more: calls of others don''t find anybody",
          String.valueOf(interfaces.size()));
    }
    return hasPlace;
  }

  private Optional<Instance> read(String interfaceName, String entry, String text) {
    RegisteredUrl url = store.provider(entry, text);
    if (!url.service().interfaceName().equals(interfaceName)) {
      throw new IllegalArgumentException("it's of another interface than the one it stands under");
    }
    return instance(url);
  }

  /** The one that an entry tells of, at either level. */
  private Optional<Instance> instance(RegisteredUrl url) {
    if (!options.isHere() && Loopback.is(url.address().host())) {
      throw new IllegalArgumentException(
          url.address() + " is an address of its own machine, which nobody else reaches");
    }
    return ProviderInstances.of(url);
  }

  private FollowedStore.Listener listener(
      FollowedInterface of, Consumer<Map<String, String>> onEntries) {
    return new FollowedStore.Listener() {
      @Override
      public void onEntries(Map<String, String> entries) {
        worker.execute(
            () -> {
              if (interfaces.get(of.name()) == of) {
                onEntries.accept(entries);
              }
            });
      }

      @Override
      public void onRefusal(Throwable cause) {
        worker.execute(
            () -> {
              of.onRefusal(String.valueOf(cause.getMessage()));
              of.providers().skipped().report(LOG);
              onChange.run();
            });
      }
    };
  }

  private void onProviders(FollowedInterface of, Map<String, String> entries) {
    of.providers().list(entries, isBelieved(), worker.now());
    of.providers().skipped().report(LOG);
    of.onProviders();
    onChange.run();
  }

  /** That nobody has it any more isn't believed: its applications just have it no longer. */
  private void onMapping(FollowedInterface of, Map<String, String> entries) {
    List<String> named =
        entries.values().stream().flatMap(text -> MappedApplications.parse(text).stream()).toList();
    if (!named.isEmpty() || of.applications().isEmpty()) {
      List<FollowedApplication> before = of.applications();
      of.onMapping(named.stream().map(name -> applications.use(name, of.name())).toList());
      before.stream()
          .filter(one -> !of.applications().contains(one))
          .forEach(one -> applications.drop(one, of.name()));
    }
    onChange.run();
  }

  /** Those that nobody has called for long aren't followed any more. */
  void sweep() {
    long now = worker.now();
    interfaces.values().stream()
        .filter(
            one -> one.isIdle(now, FollowOptions.IDLE_MILLIS, FollowOptions.IDLE_UNSERVED_MILLIS))
        .toList()
        .forEach(this::leave);
    applications.sweep();
  }

  private void leave(FollowedInterface one) {
    interfaces.remove(one.name());
    one.applications().forEach(application -> applications.drop(application, one.name()));
    one.end();
    onChange.run();
  }

  /** What was known before this process began; what differs is believed a while later only. */
  void restore(List<Instance> instances) {
    long now = worker.now();
    disturbed = true;
    recoveredAt = now;
    for (Instance instance : instances) {
      for (String name :
          instance.services().stream().map(one -> one.interfaceName()).distinct().toList()) {
        Instance part =
            instance.serving(
                instance.services().stream()
                    .filter(one -> one.interfaceName().equals(name))
                    .toList());
        follow(name).ifPresent(one -> one.providers().restore(instance.id(), part, now));
      }
    }
  }

  /** The registry can't be reached. */
  void lose() {
    reachable = false;
    disturbed = true;
  }

  /** It can be reached. */
  void recover() {
    if (!reachable) {
      reachable = true;
      recoveredAt = worker.now();
      interfaces.values().forEach(one -> one.providers().recover(recoveredAt));
      applications.recover(recoveredAt);
    }
  }

  private boolean isBelieved() {
    return reachable && (!disturbed || worker.now() - recoveredAt > FollowOptions.HOLD_MILLIS);
  }

  /** Lets those go who are missing for too long. */
  void settle() {
    if (!reachable) {
      return;
    }
    int here = applications.here();
    for (FollowedInterface one : interfaces.values()) {
      here += one.providers().here();
    }
    long hold = here == 0 ? FollowOptions.EMPTY_HOLD_MILLIS : FollowOptions.HOLD_MILLIS;
    long latest = worker.now() - hold;
    interfaces.values().forEach(one -> one.providers().settle(latest));
    applications.settle(latest);
  }

  /** All that are known, each once. */
  List<Instance> instances() {
    List<Instance> all = new ArrayList<>();
    interfaces.values().forEach(one -> all.addAll(one.instances()));
    return ProviderInstances.distinct(all);
  }

  /** Those are told who wait for what is known now. */
  void tell() {
    interfaces.values().stream()
        .filter(one -> !reachable || one.isKnown())
        .forEach(FollowedInterface::tell);
  }

  /** Whether nobody needs to wait for any of them. */
  boolean areAllKnown() {
    return interfaces.values().stream().allMatch(FollowedInterface::isKnown);
  }

  /** How many are counted as there though the registry doesn't have them. */
  int held() {
    int held = applications.held();
    for (FollowedInterface one : interfaces.values()) {
      held += one.providers().held();
    }
    return held;
  }

  /** How many entries are skipped. */
  int skipped() {
    int skipped = applications.skipped();
    for (FollowedInterface one : interfaces.values()) {
      skipped += one.providers().skipped().size();
    }
    return skipped;
  }

  void end() {
    List.copyOf(interfaces.values()).forEach(FollowedInterface::end);
    interfaces.clear();
    applications.end();
  }
}
