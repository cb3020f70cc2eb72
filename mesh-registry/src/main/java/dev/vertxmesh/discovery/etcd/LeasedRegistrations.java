package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** All that are kept announced, and whose turn it is. Knows no store and no clock. */
final class LeasedRegistrations {

  /**
   * How many keys are put or deleted at a time, so that a sign of life is never late for all the
   * others; and how many are looked at with each, the next ones with the next.
   */
  static final int BATCH = 128;

  private final Layout layout;
  private final Map<String, LeasedRegistration> byId = new LinkedHashMap<>();
  private final Map<String, Instance> edited = new ConcurrentHashMap<>();
  private int looked;

  LeasedRegistrations(Layout layout) {
    this.layout = layout;
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  /** Null if it isn't kept. */
  LeasedRegistration get(String id) {
    return byId.get(id);
  }

  LeasedRegistration getOrAdd(Instance instance) {
    return byId.computeIfAbsent(instance.id(), id -> new LeasedRegistration(layout, instance));
  }

  void remove(List<LeasedRegistration> some) {
    for (LeasedRegistration one : some) {
      byId.remove(one.id());
      edited.remove(one.id());
    }
  }

  List<String> ids() {
    return List.copyOf(byId.keySet());
  }

  /** The first of those who are to go. */
  List<LeasedRegistration> leaving() {
    return first(LeasedRegistration::isLeaving);
  }

  /** The first of those who are to be written. */
  List<LeasedRegistration> dirty() {
    return first(LeasedRegistration::isDirty);
  }

  private List<LeasedRegistration> first(Predicate<LeasedRegistration> which) {
    return byId.values().stream().filter(which).limit(BATCH).toList();
  }

  /** The store may have nothing. */
  void markDirty() {
    byId.values().forEach(LeasedRegistration::markDirty);
  }

  /** Those who come after the ones that were handed out last. */
  List<LeasedRegistration> nextToLookAt() {
    looked = looked < byId.size() ? looked : 0;
    List<LeasedRegistration> some = byId.values().stream().skip(looked).limit(BATCH).toList();
    looked += BATCH;
    return some;
  }

  /**
   * @param found by the keys' names
   */
  void compare(List<LeasedRegistration> some, Map<String, KeyStore.Held> found) {
    for (LeasedRegistration one : some) {
      if (byId.get(one.id()) == one) { // it may have been withdrawn meanwhile
        one.compare(found.get(one.name()));
        note(one);
      }
    }
  }

  /** Sees whether a person has changed it. */
  void note(LeasedRegistration one) {
    edited.compute(one.id(), (id, before) -> one.isEdited() ? one.effective() : null);
  }

  /** What a person has made of an entry, while it differs from the agent's; on any thread. */
  Optional<Instance> edited(String id) {
    return Optional.ofNullable(edited.get(id));
  }
}
