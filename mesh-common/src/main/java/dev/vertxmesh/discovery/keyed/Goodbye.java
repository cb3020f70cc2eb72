package dev.vertxmesh.discovery.keyed;

import io.vertx.core.json.JsonObject;

/** What stands under the name of one who leaves, for the moment before it's deleted. */
final class Goodbye {

  static final String VALUE = new JsonObject().put("goodbye", true).encode();

  private Goodbye() {}

  static boolean is(JsonObject json) {
    return Boolean.TRUE.equals(json.getValue("goodbye"));
  }
}
