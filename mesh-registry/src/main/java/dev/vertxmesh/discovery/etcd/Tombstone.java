package dev.vertxmesh.discovery.etcd;

import io.vertx.core.json.JsonObject;

/** What stands under the name of one who leaves, for the moment before it's deleted. */
final class Tombstone {

  static final String VALUE = new JsonObject().put("goodbye", true).encode();

  private Tombstone() {}

  static boolean is(JsonObject json) {
    return Boolean.TRUE.equals(json.getValue("goodbye"));
  }
}
