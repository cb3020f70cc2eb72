package dev.vertxmesh.admin;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Something about an agent that can be changed while it runs: read by GET, set by PUT. */
public interface Adjustable {

  /** Where it is on the admin port, such as {@code /weight}. */
  String path();

  /** What it is now; the same form can be put. */
  JsonObject value();

  /**
   * Sets it.
   *
   * @return completes when it's in force everywhere it's to be; fails when that can't be said now
   * @throws IllegalArgumentException naming the member that is wrong, what was given and what was
   *     expected; nothing has changed
   */
  Future<Void> put(JsonObject value);
}
