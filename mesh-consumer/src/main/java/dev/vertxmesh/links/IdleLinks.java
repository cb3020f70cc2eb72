package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which services have somebody asleep, and the waking of them. Belongs to one event loop. */
final class IdleLinks {

  private final Predicate<ServiceKey> needsAll;

  private final Map<ServiceKey, Future<Void>> waking = new HashMap<>();
  private final Set<ServiceKey> idle = new HashSet<>();
  private Map<ServiceKey, ? extends List<? extends IdleLink>> services = Map.of();

  /**
   * @param needsAll whether a call of the service belongs to one of them, and no other will do
   */
  IdleLinks(Predicate<ServiceKey> needsAll) {
    this.needsAll = needsAll;
  }

  /** Takes the present truth: somebody has come, gone or fallen asleep. */
  void update(Map<ServiceKey, ? extends List<? extends IdleLink>> present) {
    services = present;
    idle.clear();
    present.forEach(
        (service, links) -> {
          if (links.stream().anyMatch(IdleLink::isAsleep)) {
            idle.add(service);
          }
        });
  }

  /**
   * Wakes all of a service that is about to be called.
   *
   * @return completes when the first can be called, or where all are needed, each that can be
   *     reached; null if there's nothing to wait for
   */
  Future<Void> wake(ServiceKey service) {
    if (idle.isEmpty() && waking.isEmpty()) {
      return null; // which is nearly always
    } else if (!idle.remove(service)) {
      return waking.get(service);
    }
    List<? extends IdleLink> all = services.get(service);
    List<Future<Void>> attempts = all.stream().map(IdleLink::wake).toList();
    boolean needsEach = needsAll.test(service);
    if (!needsEach && all.stream().anyMatch(IdleLink::isOpen)) {
      return null;
    }
    Future<Void> first = needsEach ? Future.join(attempts).mapEmpty() : firstOpen(all, attempts);
    waking.put(service, first);
    first.onComplete(done -> waking.remove(service, first));
    return first;
  }

  /** Completes when one of them can be called, or all attempts have ended. */
  static Future<Void> firstOpen(List<? extends IdleLink> all, List<Future<Void>> attempts) {
    Promise<Void> first = Promise.promise();
    for (int i = 0; i < attempts.size(); i++) {
      IdleLink idleLink = all.get(i);
      attempts
          .get(i)
          .onComplete(
              ended -> {
                if (idleLink.isOpen()) {
                  first.tryComplete();
                }
              });
    }
    Future.join(attempts).onComplete(allEnded -> first.tryComplete());
    return first.future();
  }
}
