package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** What a launcher runs. Its methods may be called on any thread and must not block. */
public interface Agent {

  /**
   * Completes when it listens, and has had the registry's first snapshot, whichever of these it
   * does. It may not be ready yet.
   *
   * <p>What a person can do something about fails with a {@link
   * dev.vertxmesh.launch.settings.StartFailure} or a {@link
   * dev.vertxmesh.discovery.RegistryFailure}: its message is all that's printed.
   */
  Future<Void> start();

  /** All that was to start has started, the admin port too: from now on the log is a log. */
  default void onStarted() {}

  /** Where it takes calls, once it has started. */
  int port();

  /** What it listens on, for the line that says that it's ready, such as {@code port 20000}. */
  String listening();

  /** Where calls go, as those are told who send one to the admin port. */
  default String whereCallsGo() {
    return "";
  }

  /** What keeps it from taking calls, or some of them; empty when nothing does. */
  List<Obstacle> notReady();

  /**
   * Called once, before it starts.
   *
   * @param listener run, on any thread, when it knows that {@link #notReady} is another; where it
   *     doesn't know, that's seen a moment later
   */
  default void onReadiness(Runnable listener) {}

  /** Completes once {@link #topology} tells how things are now. */
  default Future<Void> refresh() {
    return Future.succeededFuture();
  }

  /**
   * What the page shows, each part optional.
   *
   * <pre>{@code
   * {"services": [{"service": "com.x.IHello",
   *                "endpoints": [{"address": "10.0.0.1:30000", "state": "up", "weight": 3,
   *                               "inFlight": 12, "limit": 200, "note": "why it is in this state"}]}],
   *  "links": [{"peer": "10.0.0.1:30000", "direction": "out", "state": "open", "inFlight": 12,
   *             "rttMicros": 180}]}
   * }</pre>
   *
   * The states {@code up open healthy} are shown as good, {@code down closed failed ejected
   * unreachable} as bad, and every other word as something in between.
   */
  JsonObject topology();

  /**
   * What routing rules make of a call.
   *
   * @param asked {@code service}, {@code method} and others by which the call is told
   * @return may fail, and this may throw, with an {@link IllegalArgumentException} saying what was
   *     expected
   */
  default Future<JsonObject> route(MultiMap asked) {
    throw new IllegalArgumentException("this agent has no routing rules");
  }

  /** What the admin port can change about it while it runs; always the same. */
  default List<Adjustable> adjustables() {
    return List.of();
  }

  /**
   * It is to leave soon, and takes work until {@link #drain} is called: callers that can be told to
   * go elsewhere next time are told.
   */
  default void onLeaving() {}

  /**
   * Takes no new work and finishes what's in flight.
   *
   * @param grace how long that may take; completes by then in any case
   */
  Future<Void> drain(Duration grace);

  /**
   * Ends it, and all that it started; called once, after {@link #drain} or instead of it. Another
   * one may be made in its place, to listen at the same ports.
   */
  Future<Void> stop();
}
