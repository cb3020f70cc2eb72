package dev.vertxmesh.admin;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What the admin port tells about. Asked on the admin port's own event loop. */
public interface AdminView {

  /** What isn't ready and why, each for a person to read; empty when calls can be taken. */
  List<String> notReady();

  /** Completes once {@link #topology} tells how things are now. */
  default Future<Void> refresh() {
    return Future.succeededFuture();
  }

  /** Where calls go, as those are told who send one to the admin port. */
  default String whereCallsGo() {
    return "";
  }

  /** What {@code GET /topology} answers. */
  JsonObject topology();

  /**
   * Which access rule decides about a call, for a person to read.
   *
   * @param who such as {@code key:shop}; null if that wasn't said, and {@code call} likewise
   * @throws IllegalArgumentException saying what was expected
   */
  default String explainAccess(String who, String call) {
    throw new IllegalArgumentException("there are no access rules");
  }

  /**
   * What routing rules make of a call.
   *
   * @param asked {@code service}, {@code method} and others by which the call is told
   * @return may fail, and this may throw, with an {@link IllegalArgumentException} saying what was
   *     expected; or fail with a {@link java.util.NoSuchElementException} if nobody knows the
   *     service
   */
  default Future<JsonObject> route(MultiMap asked) {
    throw new IllegalArgumentException("this agent has no routing rules");
  }

  /** What can be changed while it runs; always the same. */
  default List<Adjustable> adjustables() {
    return List.of();
  }

  /**
   * Starts to drain; returns at once, and starts nothing the second time.
   *
   * @return completes when it's drained, or when the time for that is over
   */
  Future<Void> drain();

  /** Whether it drains, or has drained, and isn't coming back. */
  default boolean isDraining() {
    return false;
  }

  /** For how long it has been drained, in seconds; 0 while it isn't. */
  default long drainedSeconds() {
    return 0;
  }

  /**
   * Ends a drain, once what was in flight has ended: calls are taken again. Does nothing where none
   * was begun.
   *
   * @return completes when it listens again; fails with the reason if it can't
   */
  Future<Void> undrain();
}
