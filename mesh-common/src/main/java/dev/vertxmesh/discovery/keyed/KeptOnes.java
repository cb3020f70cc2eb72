package dev.vertxmesh.discovery.keyed;

import dev.vertxmesh.discovery.Instance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** All that are kept announced, and whose turn it is. Knows no store and no clock. */
final class KeptOnes {

  /**
   * How many keys are put or deleted at a time, so that a sign of life is never late for all the
   * others; and how many are looked at with each, the next ones with the next.
   */
  static final int BATCH = 128;

  private final Layout layout;
  private final Map<String, Kept> byId = new LinkedHashMap<>();
  private final Map<String, Instance> edited = new ConcurrentHashMap<>();
  private int looked;

  KeptOnes(Layout layout) {
    this.layout = layout;
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  /** Null if it isn't kept. */
  Kept get(String id) {
    return byId.get(id);
  }

  Kept getOrAdd(Instance instance) {
    return byId.computeIfAbsent(instance.id(), id -> new Kept(layout, instance));
  }

  void remove(List<Kept> some) {
    for (Kept one : some) {
      byId.remove(one.id());
      edited.remove(one.id());
    }
  }

  List<String> ids() {
    return List.copyOf(byId.keySet());
  }

  /** The first of those who are to go. */
  List<Kept> leaving() {
    return first(Kept::isLeaving);
  }

  /** The first of those who are to be written. */
  List<Kept> dirty() {
    return first(Kept::isDirty);
  }

  private List<Kept> first(Predicate<Kept> which) {
    return byId.values().stream().filter(which).limit(BATCH).toList();
  }

  /** The store may have nothing. */
  void soil() {
    byId.values().forEach(Kept::soil);
  }

  /** Those who come after the ones that were handed out last. */
  List<Kept> nextToLookAt() {
    looked = looked < byId.size() ? looked : 0;
    List<Kept> some = byId.values().stream().skip(looked).limit(BATCH).toList();
    looked += BATCH;
    return some;
  }

  /**
   * @param found by the keys' names
   */
  void compare(List<Kept> some, Map<String, KeyStore.Held> found) {
    for (Kept one : some) {
      if (byId.get(one.id()) == one) { // it may have been withdrawn meanwhile
        one.compare(found.get(one.name()));
        note(one);
      }
    }
  }

  /** Sees whether a person has changed it. */
  void note(Kept one) {
    edited.compute(one.id(), (id, before) -> one.isEdited() ? one.effective() : null);
  }

  /** What a person has made of an entry, while it differs from the agent's; on any thread. */
  Optional<Instance> edited(String id) {
    return Optional.ofNullable(edited.get(id));
  }
}
