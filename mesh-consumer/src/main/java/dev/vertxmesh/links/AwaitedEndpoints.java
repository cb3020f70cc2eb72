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
 * to reach an endpoint, and what the registry is about to tell. A caller that was told that a
 * provider is ready, and calls before this agent has heard of it, finds it all the same. Belongs to
 * one event loop.
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

    /** Whether there's one at all, open or not. */
    boolean isKnown(ServiceKey service);

    /**
     * Those who may turn out to serve it; for all services that aren't known, the same until the
     * next version.
     */
    List<? extends IdleLink> candidates(ServiceKey service);

    /** Another after each time that the registry told of a change. */
    int version();
  }

  private record Attempts(int version, Future<Void> first) {}

  private final Known known;
  private final Supplier<Future<Void>> registry;
  private final BiConsumer<Long, Runnable> timer;

  /** Of services that are known, and so no more of them than the registry told. */
  private final Map<ServiceKey, Attempts> attempts = new HashMap<>();

  /**
   * Of all others together: callers make up their names, and many of them would each cost an entry
   * and a look at every endpoint.
   */
  private Attempts ofUnknown;

  private Promise<Void> next;
  private Promise<Void> asked = Promise.promise();
  private boolean isAsking;
  private boolean isClosed;

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
    return known.isKnown(service) ? triedOf(service) : triedOfUnknown(service);
  }

  private Future<Void> triedOf(ServiceKey service) {
    Attempts under = attempts.get(service);
    if (isPresent(under)) {
      return under.first;
    }
    List<? extends IdleLink> trying = trying(service);
    if (trying.isEmpty()) {
      return Future.succeededFuture();
    }
    Attempts begun = begin(trying);
    attempts.put(service, begun);
    begun.first.onComplete(done -> attempts.remove(service, begun));
    return begun.first;
  }

  /** That all have been tried is kept, too: none of them is tried for the first time again. */
  private Future<Void> triedOfUnknown(ServiceKey any) {
    if (isPresent(ofUnknown)) {
      return ofUnknown.first;
    }
    List<? extends IdleLink> trying = trying(any);
    Attempts begun = begin(trying);
    ofUnknown = begun;
    if (!trying.isEmpty()) {
      begun.first.onComplete(done -> ofUnknown = ofUnknown == begun ? null : ofUnknown);
    }
    return begun.first;
  }

  private boolean isPresent(Attempts under) {
    return under != null && under.version == known.version();
  }

  private List<? extends IdleLink> trying(ServiceKey service) {
    return known.candidates(service).stream().filter(one -> !one.tried().isComplete()).toList();
  }

  private Attempts begin(List<? extends IdleLink> trying) {
    Future<Void> first = IdleLinks.firstOpen(trying, trying.stream().map(IdleLink::tried).toList());
    return new Attempts(known.version(), first);
  }

  /** Completes when the registry has told what it had when this was asked. */
  private Future<Void> told() {
    if (isClosed) {
      return Future.succeededFuture();
    }
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
    asked = mine;
    next = null;
    registry
        .get()
        .onComplete(
            told -> {
              timer.accept(GAP_MILLIS, this::rested);
              mine.tryComplete();
            });
  }

  private void rested() {
    isAsking = false;
    if (next != null) {
      ask();
    }
  }

  /** Nobody waits for the registry any more. */
  void close() {
    isClosed = true;
    asked.tryComplete();
    if (next != null) {
      next.tryComplete();
    }
  }
}
