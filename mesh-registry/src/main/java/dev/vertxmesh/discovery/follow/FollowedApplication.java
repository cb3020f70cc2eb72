package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.application.MetadataCache;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.etcd.SkippedEntries;
import dev.vertxmesh.discovery.follow.entry.EntrySet;
import dev.vertxmesh.discovery.follow.entry.Room;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who runs an application, and what they serve. Not thread-safe. */
final class FollowedApplication {

  /** What of it somebody else does. */
  interface Owner {

    /** Asks what a revision serves; in the end {@link FollowedApplication#onInfo}, or not. */
    void ask(FollowedApplication application, String revision, List<ApplicationInstance> of);

    /** What an entry at this level becomes; empty if it isn't to be called. */
    Optional<Instance> instance(RegisteredUrl url);
  }

  private final String name;
  private final Owner owner;
  private final EntrySet<ApplicationInstance> entries;
  private final Map<String, MetadataInfo> infos = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final Set<String> failed = new HashSet<>();
  private final SkippedEntries problems;
  private final Set<String> users = new HashSet<>();
  private Supplier<FollowedStore.Watch> begins;
  private FollowedStore.Watch watch;
  private boolean refused;
  private long infosVersion;

  /**
   * @param reasons for why some of it isn't taken
   */
  FollowedApplication(
      String name, Owner owner, EntrySet<ApplicationInstance> entries, Room reasons) {
    this.name = name;
    this.owner = owner;
    this.entries = entries;
    this.problems = new SkippedEntries(reasons);
  }

  String name() {
    return name;
  }

  EntrySet<ApplicationInstance> entries() {
    return entries;
  }

  /** Who runs it is told by what this begins. */
  void toldBy(Supplier<FollowedStore.Watch> beginning) {
    begins = beginning;
    watch = beginning.get();
  }

  /** Who runs it is told again. */
  void listAgain() {
    watch.end();
    watch = begins.get();
  }

  /** Whether it wasn't used by this one. */
  boolean use(String interfaceName) {
    return users.add(interfaceName);
  }

  /** Whether it was used by this one. */
  boolean leave(String interfaceName) {
    return users.remove(interfaceName);
  }

  /** Whether nobody is left who uses it. */
  boolean isUnused() {
    return users.isEmpty();
  }

  boolean isUsedBy(String interfaceName) {
    return users.contains(interfaceName);
  }

  /** Asks what those revisions serve of which that isn't known. */
  void onEntries() {
    refused = false;
    Map<String, List<ApplicationInstance>> byRevision = byRevision();
    infos.keySet().retainAll(byRevision.keySet());
    failed.retainAll(byRevision.keySet());
    problems.retain(byRevision.keySet());
    byRevision.forEach(
        (revision, some) -> {
          if (!infos.containsKey(revision) && asked.add(revision)) {
            owner.ask(this, revision, some);
          }
        });
  }

  private Map<String, List<ApplicationInstance>> byRevision() {
    return entries.values().stream()
        .filter(ApplicationInstance::isEnabled)
        .collect(Collectors.groupingBy(ApplicationInstance::revision));
  }

  void onInfo(String revision, MetadataInfo info) {
    asked.remove(revision);
    failed.remove(revision);
    problems.remove(revision);
    if (byRevision().containsKey(revision)) {
      infos.put(revision, info);
      infosVersion++;
    }
  }

  /** It's asked for again later. */
  void onFailure(String revision, String why) {
    asked.remove(revision);
    failed.add(revision);
    problems.put(revision, "what " + name + " serves can't be found out: " + why);
  }

  /** Who runs it can't be told, and so nobody waits for it; who was known before stays. */
  void onRefusal(String why) {
    refused = true;
    problems.put(name, why);
  }

  /** Whether all is known of it that can be. */
  boolean isSettled() {
    return (refused || entries.isListed()) && (asked.isEmpty() || areAnswered());
  }

  private boolean areAnswered() {
    return byRevision().keySet().stream()
        .allMatch(one -> infos.containsKey(one) || failed.contains(one));
  }

  /** Why it may serve what it isn't known to; empty if all is known. */
  String whyUntold() {
    if (entries.isCut()) {
      return "there's no room for all who run " + name;
    }
    return Stream.concat(Stream.of(name).filter(one -> refused), failed.stream())
        .findFirst()
        .map(problems::reason)
        .map(why -> why.isEmpty() ? "what " + name + " serves can't be found out" : why)
        .orElse("");
  }

  /** Another one, and larger, whenever other instances may serve an interface. */
  long version() {
    return entries.version() + infosVersion;
  }

  /**
   * Those who serve an interface, one after the other: there may be far more of them than entries.
   *
   * @param to what it throws is thrown
   */
  void instances(String interfaceName, Consumer<Instance> to) {
    for (ApplicationInstance entry : entries.values()) {
      MetadataInfo info = entry.isEnabled() ? infos.get(entry.revision()) : null;
      if (info != null) {
        tell(entry, info, interfaceName, to);
      }
    }
  }

  private void tell(
      ApplicationInstance entry, MetadataInfo info, String interfaceName, Consumer<Instance> to) {
    try {
      for (RegisteredUrl url : info.urls(entry, interfaceName)) {
        owner.instance(url).ifPresent(to);
      }
    } catch (Room.Full e) {
      throw e;
    } catch (IllegalArgumentException e) {
      problems.put(entry.revision(), interfaceName + " of " + name + ": " + e.getMessage());
    }
  }

  void keys(Set<MetadataCache.Key> all) {
    byRevision().keySet().forEach(one -> all.add(new MetadataCache.Key(name, one)));
  }

  /** Revisions of which it can't be found out what they serve. */
  SkippedEntries problems() {
    return problems;
  }

  void end() {
    if (watch != null) {
      watch.end();
    }
    entries.clear();
    problems.clear();
  }
}
