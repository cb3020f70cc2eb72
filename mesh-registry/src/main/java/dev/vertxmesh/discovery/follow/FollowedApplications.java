package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.application.MetadataCache;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.follow.entry.EntrySet;
import dev.vertxmesh.discovery.follow.entry.Room;
import dev.vertxmesh.discovery.kind.EntryBounds;
import io.vertx.core.Future;
import java.lang.System.Logger;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The applications that have a followed interface. On the worker. */
final class FollowedApplications implements FollowedApplication.Owner {

  private static final Logger LOG = System.getLogger(FollowedApplications.class.getName());

  /** After a failure to find out what a revision serves. */
  private static final long ASK_AGAIN_MILLIS = 10_000;

  /** Of its objects, without entries. */
  private static final int BYTES_AN_APPLICATION = 1_500;

  /** Of an interface and an application that has it. */
  private static final int BYTES_A_USE = 100;

  /** Of one whose name is as long as a mapping's may be. */
  private static final int MOST_BYTES = BYTES_AN_APPLICATION + BYTES_A_USE + 400;

  private final FollowedStore store;
  private final RegistryThread worker;
  private final Room room;
  private final Function<RegisteredUrl, Optional<Instance>> reader;
  private final BooleanSupplier isBelieved;
  private final Runnable onChange;
  private final MetadataCache metadata;
  private final Map<String, FollowedApplication> all = new LinkedHashMap<>();

  /**
   * @param source tells what instances serve
   * @param reader makes an instance of what one of them serves
   * @param isBelieved whether who is missing has gone
   * @param onChange run whenever something is known that wasn't
   */
  FollowedApplications(
      FollowedStore store,
      MetadataSource source,
      RegistryThread worker,
      Room room,
      Function<RegisteredUrl, Optional<Instance>> reader,
      BooleanSupplier isBelieved,
      Runnable onChange) {
    this.store = store;
    this.worker = worker;
    this.room = room;
    this.reader = reader;
    this.isBelieved = isBelieved;
    this.onChange = onChange;
    this.metadata = new MetadataCache(source, worker, worker::after, EntryBounds.room() / 4);
  }

  /**
   * Those of these names, followed from now on, as far as there's room for them: one mapping may
   * make up a thousand names.
   */
  List<FollowedApplication> use(List<String> names, String user) {
    return names.stream().map(name -> use(name, user)).flatMap(Optional::stream).toList();
  }

  /** Whether there's room for one more, whatever its name. */
  boolean hasRoom() {
    return room.has(MOST_BYTES);
  }

  private Optional<FollowedApplication> use(String name, String user) {
    FollowedApplication known = all.get(name);
    if (known != null && known.isUsedBy(user)) {
      return Optional.of(known);
    }
    long bytes = BYTES_A_USE + (known == null ? bytes(name) : 0);
    if (!room.has(bytes)) {
      return Optional.empty();
    }
    room.take(bytes);
    if (known == null) {
      FollowedApplication begun =
          new FollowedApplication(
              name,
              this,
              new EntrySet<>(
                  (entry, text) -> Optional.of(store.instance(name, entry, text)),
                  ApplicationInstance::bytes,
                  room),
              room.reasons());
      all.put(name, begun);
      begun.toldBy(() -> store.instances(name, listener(begun)));
      known = begun;
    }
    known.use(user);
    return Optional.of(known);
  }

  private FollowedStore.Listener listener(FollowedApplication of) {
    return new ToldOnWorker(
        worker,
        entries -> {
          if (all.get(of.name()) == of) {
            of.entries().list(entries, isBelieved.getAsBoolean(), worker.now());
            of.entries().skipped().report(LOG);
            of.onEntries();
            onChange.run();
          }
        },
        why -> {
          of.onRefusal(why);
          of.problems().report(LOG);
          onChange.run();
        });
  }

  @Override
  public void ask(FollowedApplication of, String revision, List<ApplicationInstance> instances) {
    Future<MetadataInfo> info = metadata.get(new MetadataCache.Key(of.name(), revision), instances);
    info.onComplete(
        told -> {
          if (all.get(of.name()) != of) {
            return;
          }
          if (told.succeeded()) {
            of.onInfo(revision, told.result());
          } else {
            of.onFailure(revision, told.cause().getMessage());
            of.problems().report(LOG);
            worker.after(ASK_AGAIN_MILLIS, () -> askAgain(of));
          }
          onChange.run();
        });
  }

  private void askAgain(FollowedApplication of) {
    if (all.get(of.name()) == of) {
      of.onEntries();
    }
  }

  private static long bytes(String name) {
    return BYTES_AN_APPLICATION + 2L * name.length();
  }

  /** An interface doesn't need it any more. */
  void drop(FollowedApplication application, String interfaceName) {
    if (application.leave(interfaceName)) {
      room.give(BYTES_A_USE);
    }
    if (application.isUnused() && all.remove(application.name(), application)) {
      room.give(bytes(application.name()));
      application.end();
    }
  }

  @Override
  public Optional<Instance> instance(RegisteredUrl url) {
    return reader.apply(url);
  }

  /**
   * Those are told again of which there was no room for some.
   *
   * @param most how many
   */
  void listAgain(int most) {
    all.values().stream()
        .filter(one -> one.entries().isCut())
        .limit(most)
        .toList()
        .forEach(FollowedApplication::listAgain);
  }

  /** What revisions serve that nobody runs is forgotten. */
  void sweep() {
    Set<MetadataCache.Key> keys = new HashSet<>();
    all.values().forEach(one -> one.keys(keys));
    metadata.retain(keys);
  }

  void recover(long now) {
    all.values().forEach(one -> one.entries().recover(now));
  }

  void settle(long latest) {
    all.values().forEach(one -> one.entries().settle(latest));
  }

  /** How many instances stand there. */
  int here() {
    return all.values().stream().mapToInt(one -> one.entries().here()).sum();
  }

  /** How many are counted as there though they don't. */
  int held() {
    return all.values().stream().mapToInt(one -> one.entries().held()).sum();
  }

  /** How many entries are skipped, and revisions of which nobody knows what they serve. */
  int skipped() {
    return all.values().stream()
        .mapToInt(one -> one.entries().skipped().size() + one.problems().size())
        .sum();
  }

  void end() {
    all.values().forEach(FollowedApplication::end);
    all.clear();
  }
}
