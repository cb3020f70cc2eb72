package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Those who are about to be there, while nobody who serves a service can be called: first attempts
 * to reach an endpoint, and what the registry is about to tell. Whoever was told that a provider is
 * ready, and calls before this agent has heard of it, finds it all the same. Belongs to one event
 * loop.
 *
 * <p>The registry is asked at once, and then again {@value #GAP_MILLIS} ms after its answer at the
 * earliest, for all calls that have come since together: calls to somebody who isn't there cost it
 * no more.
 */
final class AwaitedEndpoints {

  /** Between an answer of the registry's and the next question. */
  static final long GAP_MILLIS = 200;

  /** What is known of a service's endpoints. */
  interface Known {

    /** Whether one can be called now. */
    boolean isOpen(ServiceKey service);

    /** Those who may turn out to serve it. */
    List<? extends IdleLink> candidates(ServiceKey service);

    /** Another after each time that the registry told of a change. */
    int version();
  }

  private record Attempts(int version, Future<Void> first) {}

  private final Known known;
  private final Supplier<Future<Void>> registry;
  private final BiConsumer<Long, Runnable> timer;
  private final Map<ServiceKey, Attempts> attempts = new HashMap<>();
  private Promise<Void> next;
  private boolean isAsking;

  /**
   * @param registry has it tell what it hasn't told yet; never fails
   * @param timer runs something after so many milliseconds
   */
  AwaitedEndpoints(Known known, Supplier<Future<Void>> registry, BiConsumer<Long, Runnable> timer) {
    this.known = known;
    this.registry = registry;
    this.timer = timer;
  }

  /**
   * Waits for somebody who serves a service that is about to be called.
   *
   * @return completes when there's one to call, or nobody else to wait for; null if there's one now
   */
  Future<Void> of(ServiceKey service) {
    if (known.isOpen(service)) {
      return null; // which is nearly always
    }
    return tried(service)
        .compose(
            tried ->
                known.isOpen(service)
                    ? Future.succeededFuture()
                    : told().compose(told -> tried(service)));
  }

  /** Completes when the first of them can be called, or each has been tried once. */
  private Future<Void> tried(ServiceKey service) {
    Attempts under = attempts.get(service);
    if (under != null && under.version == known.version()) {
      return under.first;
    }
    List<? extends IdleLink> trying =
        known.candidates(service).stream().filter(one -> !one.tried().isComplete()).toList();
    if (trying.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> first = IdleLinks.firstOpen(trying, trying.stream().map(IdleLink::tried).toList());
    Attempts begun = new Attempts(known.version(), first);
    attempts.put(service, begun);
    first.onComplete(done -> attempts.remove(service, begun));
    return first;
  }

  /** Completes when the registry has told what it had when this was asked. */
  private Future<Void> told() {
    if (next == null) {
      next = Promise.promise();
    }
    Future<Void> told = next.future();
    if (!isAsking) {
      ask();
    }
    return told;
  }

  private void ask() {
    isAsking = true;
    Promise<Void> mine = next;
    next = null;
    registry
        .get()
        .onComplete(
            told -> {
              timer.accept(GAP_MILLIS, this::rested);
              mine.complete();
            });
  }

  private void rested() {
    isAsking = false;
    if (next != null) {
      ask();
    }
  }
}
