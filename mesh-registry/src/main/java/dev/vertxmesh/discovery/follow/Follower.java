package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.MappedApplications;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.dubbo.MeshApplication;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.follow.entry.EntrySet;
import dev.vertxmesh.discovery.follow.entry.Room;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The interfaces that are followed, and when who vanishes is believed to be gone. On the worker.
 */
final class Follower {

  private static final int MOST_LISTED_AGAIN = 16;

  private final FollowedStore store;
  private final RegistryThread worker;
  private final ProviderReader reader;
  private final Runnable onChange;
  private final FollowedApplications applications;
  private final Room room = new Room(EntryBounds.room() * 2 / 3);
  private final Room served = new Room(EntryBounds.room() / 2);
  private final Map<String, FollowedInterface> interfaces = new LinkedHashMap<>();
  private final Places places = new Places(interfaces.values(), this::leave);
  private final FollowNotes notes = new FollowNotes(places);
  private final Doubt doubt = new Doubt();
  private final JoinedInstances joined = new JoinedInstances();

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
    this.reader = new ProviderReader(store, options.isHere());
    this.onChange = onChange;
    this.applications =
        new FollowedApplications(
            store, source, worker, room, reader::instance, this::isBelieved, onChange);
    store.onDoubt(() -> worker.execute(this::lose));
  }

  /**
   * The interface that is followed from now on, if it wasn't; empty if there are too many others.
   */
  Optional<FollowedInterface> follow(ServiceKey service) {
    String name = service.interfaceName();
    FollowedInterface known = interfaces.get(name);
    if (known != null) {
      return Optional.of(known.use(worker.now()));
    }
    return NamePattern.isInterface(name) && places.take(worker.now())
        ? Optional.of(begin(name).use(worker.now()))
        : Optional.empty();
  }

  /** It's followed, whether or not somebody calls it. */
  void keep(String name) {
    FollowedInterface known = interfaces.get(name);
    if (known != null) {
      known.keep();
    } else if (NamePattern.isInterface(name) && places.has()) {
      begin(name).keep();
    }
  }

  private FollowedInterface begin(String name) {
    FollowedInterface begun =
        new FollowedInterface(
            name,
            new EntrySet<>((entry, text) -> reader.provider(name, entry, text), room),
            served,
            worker.now());
    interfaces.put(name, begun);
    notes.begin(name);
    begun.providedBy(
        () -> store.providers(name, listener(begun, this::onProviders, begun::onRefusal)));
    begun.mappedBy(
        () -> store.mapping(name, listener(begun, this::onMapping, begun::onMappingRefusal)));
    return begun;
  }

  private FollowedStore.Listener listener(
      FollowedInterface of,
      BiConsumer<FollowedInterface, Map<String, String>> onEntries,
      Consumer<String> onRefusal) {
    return new ToldOnWorker(
        worker,
        entries -> {
          if (interfaces.get(of.name()) == of) {
            onEntries.accept(of, entries);
          }
        },
        why -> {
          onRefusal.accept(why);
          of.report();
          onChange.run();
        });
  }

  private void onProviders(FollowedInterface of, Map<String, String> entries) {
    of.providers().list(entries, isBelieved(), worker.now());
    of.onProviders();
    of.report();
    onChange.run();
  }

  /** That nobody has it any more isn't believed: its applications just have it no longer. */
  private void onMapping(FollowedInterface of, Map<String, String> entries) {
    List<String> named =
        entries.values().stream()
            .flatMap(text -> MappedApplications.parse(text).stream())
            .filter(name -> !MeshApplication.isNamed(name)) // calls would go round
            .toList();
    if (!named.isEmpty() || of.applications().isEmpty()) {
      of.applications().stream()
          .filter(one -> !named.contains(one.name()))
          .forEach(one -> applications.drop(one, of.name())); // first, as it makes room
      of.onMapping(applications.use(named, of.name()), named.size());
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
    if (interfaces.values().stream().filter(FollowedInterface::looksAgain).count() > 0) {
      onChange.run();
    }
    if (applications.hasRoom()) { // names aren't kept for which there was none
      interfaces.values().forEach(FollowedInterface::mapAgain);
    }
    if (room.isFreed()) {
      listAgain();
    }
    applications.sweep();
  }

  /** For whom there was no room, there may be now: some of them at a time, as that may be much. */
  private void listAgain() {
    List<FollowedInterface> cut =
        interfaces.values().stream().filter(one -> one.providers().isCut()).toList();
    cut.stream().limit(MOST_LISTED_AGAIN).forEach(FollowedInterface::listAgain);
    applications.listAgain(MOST_LISTED_AGAIN);
  }

  private void leave(FollowedInterface one) {
    interfaces.remove(one.name());
    notes.end(one.name());
    one.applications().forEach(application -> applications.drop(application, one.name()));
    one.end();
    onChange.run();
  }

  /** What was known before this process began; what differs is believed a while later only. */
  void restore(List<Instance> instances) {
    long now = worker.now();
    doubt.begin(now);
    for (Instance instance : instances) {
      for (ServiceKey service : instance.services()) {
        follow(service)
            .ifPresent(
                one ->
                    one.providers()
                        .restore(
                            instance.id() + " " + service,
                            instance.serving(List.of(service)),
                            now));
      }
    }
  }

  /** The registry can't be reached. */
  void lose() {
    doubt.lose();
  }

  /** It can be reached. */
  void recover() {
    long now = worker.now();
    if (doubt.recover(now)) {
      interfaces.values().forEach(one -> one.providers().recover(now));
      applications.recover(now);
    }
  }

  /** Lets those go who are missing for too long. */
  void settle() {
    if (!doubt.isReachable()) {
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

  /** All that are known, each once; the same list for as long as they are the same. */
  List<Instance> instances() {
    return joined.of(interfaces.values());
  }

  Collection<FollowedInterface> interfaces() {
    return interfaces.values();
  }

  /** What a person is told of them. */
  FollowNotes notes() {
    return notes;
  }

  /** Whether who is missing from the registry has gone. */
  boolean isBelieved() {
    return doubt.isBelieved(worker.now());
  }

  /** How many are counted as there though the registry doesn't have them. */
  int held() {
    return applications.held()
        + interfaces.values().stream().mapToInt(one -> one.providers().held()).sum();
  }

  /** How many entries are skipped. */
  int skipped() {
    return applications.skipped()
        + interfaces.values().stream().mapToInt(one -> one.skipped()).sum();
  }

  void end() {
    List.copyOf(interfaces.values()).forEach(FollowedInterface::end);
    interfaces.clear();
    applications.end();
  }
}
