package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Registry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a person is told of the interfaces that are followed. Taken down on the worker, asked on any
 * thread.
 */
final class FollowNotes {

  private final Places places;
  private final Map<String, InterfaceNote> notes = new ConcurrentHashMap<>();
  private volatile String unlisted = "";
  private volatile Map<String, String> skipped = Map.of();

  FollowNotes(Places places) {
    this.places = places;
  }

  /** An interface is followed from now on. */
  void begin(String interfaceName) {
    notes.put(interfaceName, InterfaceNote.UNREAD);
  }

  /** It's followed no longer. */
  void end(String interfaceName) {
    notes.remove(interfaceName);
  }

  /**
   * Takes down how things are now.
   *
   * @param interfaces all that are followed
   * @param names why there may be others that should be; empty if there are none
   */
  void take(Collection<FollowedInterface> interfaces, String names) {
    Map<String, String> some = new LinkedHashMap<>();
    for (FollowedInterface one : interfaces) {
      InterfaceNote note = InterfaceNote.of(one);
      notes.put(one.name(), note);
      if (!note.skipped().isEmpty() && some.size() < Registry.MOST_SKIPPED_TOLD) {
        some.put(one.name(), note.skipped());
      }
    }
    unlisted = names;
    skipped = some;
  }

  /** Why there may be others that should be followed; empty if there are none. */
  String unlisted() {
    return unlisted;
  }

  /** Why somebody may serve it of whom nothing is known; empty if nobody can. */
  String untold(ServiceKey service) {
    String name = service.interfaceName();
    InterfaceNote note = notes.get(name);
    if (note == null) {
      return NamePattern.isInterface(name) ? places.why() : "";
    }
    return note.isRead() ? note.untold() : "the registry hasn't told yet who serves " + name;
  }

  /** How many entries of its interface are skipped, and why; empty if none is. */
  String skipped(ServiceKey service) {
    InterfaceNote note = notes.get(service.interfaceName());
    return note == null ? "" : note.skipped();
  }

  /** The same by interfaces, of some of those that have such entries. */
  Map<String, String> skipped() {
    return skipped;
  }
}
