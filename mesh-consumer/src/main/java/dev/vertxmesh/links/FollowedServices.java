package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The services that are called, where the registry tells only of those that are followed: the first
 * call of one has it followed, and those after it have it go on. Belongs to one event loop.
 */
final class FollowedServices {

  /** How often the registry is told which services have been called. */
  static final long TOLD_MILLIS = 60_000;

  /** How many are remembered; others are asked for with each call. */
  static final int MOST = 20_000;

  private static final class Followed {
    Future<Void> known;
    boolean isUsed = true;
  }

  private final Function<ServiceKey, Future<Void>> registry;
  private final BiConsumer<Long, Runnable> timer;
  private final Map<ServiceKey, Followed> followed = new HashMap<>();

  /**
   * @param registry has a service followed; never fails
   * @param timer runs something after so many milliseconds
   */
  FollowedServices(Function<ServiceKey, Future<Void>> registry, BiConsumer<Long, Runnable> timer) {
    this.registry = registry;
    this.timer = timer;
    timer.accept(TOLD_MILLIS, this::tell);
  }

  /**
   * A service is called.
   *
   * @return whether who serves it is known already
   */
  boolean isKnown(ServiceKey service) {
    Followed one = followed.get(service);
    if (one == null) {
      return false;
    }
    one.isUsed = true;
    return one.known.isComplete();
  }

  /** Completes when it's known who serves it; never fails. */
  Future<Void> begin(ServiceKey service) {
    Followed one = followed.get(service);
    if (one != null) {
      return one.known;
    }
    Future<Void> known = registry.apply(service);
    if (followed.size() < MOST) {
      Followed begun = new Followed();
      begun.known = known;
      followed.put(service, begun);
    }
    return known;
  }

  private void tell() {
    for (Iterator<Map.Entry<ServiceKey, Followed>> all = followed.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ServiceKey, Followed> one = all.next();
      if (one.getValue().isUsed) {
        one.getValue().isUsed = false;
        registry.apply(one.getKey());
      } else {
        all.remove();
      }
    }
    timer.accept(TOLD_MILLIS, this::tell);
  }
}
