package dev.vertxmesh.launch;

import dev.vertxmesh.discovery.Registry;
import io.vertx.core.json.JsonObject;

/** What {@code GET /topology} tells of an agent's registry. */
final class RegistryTopology {

  private RegistryTopology() {}

  static JsonObject of(Registry registry) {
    return new JsonObject()
        .put("url", registry.describe())
        .put("ageMillis", registry.ageMillis())
        .put("stale", registry.stale())
        .put("problem", registry.problem())
        .put("instances", registry.size())
        .put("malformed", registry.malformed());
  }
}
