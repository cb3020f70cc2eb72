package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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

  /**
   * How long it's remembered that the registry told of nobody: who calls then may have another
   * answer soon, as where it had no place for one more.
   */
  static final long NOBODY_MILLIS = 1_000;

  /**
   * How long calls of a service that somebody is known to serve wait for the registry to tell of
   * others: one of several that can't be reached must not hold up what another has told.
   */
  static final long PATIENCE_MILLIS = 200;

  private static final class Followed {
    final Future<Void> known;
    boolean isLate;
    boolean isUsed = true;

    Followed(Future<Void> known) {
      this.known = known;
    }
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

  /** What calls wait for, before the links of the known instances. */
  LazyConnectFilter.Waking before(LazyConnectFilter.Waking links) {
    return new LazyConnectFilter.Waking() {
      @Override
      public boolean mustWait(ServiceKey service) {
        return !isFollowed(service, links) || links.mustWait(service);
      }

      @Override
      public boolean isKnown(ServiceKey service) {
        return links.isKnown(service);
      }

      @Override
      public Future<Void> begin(ServiceKey service) {
        return follow(service, links).compose(known -> links.begin(service));
      }
    };
  }

  /** A service is called: whether nobody has to wait for what the registry tells of it. */
  private boolean isFollowed(ServiceKey service, LazyConnectFilter.Waking links) {
    Followed one = followed.get(service);
    if (one == null) {
      return false;
    }
    one.isUsed = true;
    return one.known.isComplete() || (one.isLate && links.isKnown(service));
  }

  /** Completes when it's known who serves it, or some of them if that takes long; never fails. */
  private Future<Void> follow(ServiceKey service, LazyConnectFilter.Waking links) {
    Followed one = followed.get(service);
    if (one == null) {
      one = new Followed(registry.apply(service));
      if (followed.size() < MOST) {
        remember(service, one, links);
      }
    }
    return one.known.isComplete() || !links.isKnown(service) ? one.known : soon(one);
  }

  private void remember(ServiceKey service, Followed one, LazyConnectFilter.Waking links) {
    followed.put(service, one);
    one.known.onComplete(
        known -> {
          if (!links.isKnown(service)) {
            timer.accept(NOBODY_MILLIS, () -> followed.remove(service, one));
          }
        });
  }

  /** There are no more of these than calls may wait. */
  private Future<Void> soon(Followed one) {
    if (one.isLate) {
      return Future.succeededFuture();
    }
    Promise<Void> soon = Promise.promise();
    one.known.onComplete(known -> soon.tryComplete());
    timer.accept(
        PATIENCE_MILLIS,
        () -> {
          one.isLate = true;
          soon.tryComplete();
        });
    return soon.future();
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
