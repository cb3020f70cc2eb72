package dev.vertxmesh.launch;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.launch.settings.Transport;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** What {@code GET /topology} tells of any agent. */
final class RunTopology {

  private RunTopology() {}

  static JsonObject of(AgentRun run, String state, List<String> notReady, long startedAtMillis) {
    AgentContext its = run.context();
    return new JsonObject()
        .put("agent", its.name())
        .put("version", its.version())
        .put("state", state)
        .put("notReady", new JsonArray(notReady))
        .put("startedAt", startedAtMillis)
        .put("transport", Transport.like(its.vertx()).toString())
        .put("eventLoops", its.common().eventLoops())
        .put("plugins", new JsonArray(its.common().plugins().described()))
        .put("access", its.access().described())
        .put("limits", its.limits().described())
        .put("tls", its.certificates().toJson())
        .put("registry", of(run.registry()));
  }

  private static JsonObject of(Registry registry) {
    JsonObject json = alone(registry);
    if (!registry.parts().isEmpty()) {
      JsonArray parts = new JsonArray();
      registry.parts().forEach(part -> parts.add(alone(part)));
      json.put("parts", parts);
    }
    return json;
  }

  private static JsonObject alone(Registry registry) {
    return new JsonObject()
        .put("url", registry.describe())
        .put("ageMillis", registry.ageMillis())
        .put("stale", registry.stale())
        .put("problem", registry.problem())
        .put("instances", registry.size())
        .put("malformed", registry.malformed())
        .put("skipped", skipped(registry.skippedEntries()));
  }

  private static JsonArray skipped(Map<String, String> entries) {
    JsonArray some = new JsonArray();
    entries.entrySet().stream()
        .limit(Registry.MOST_SKIPPED_TOLD)
        .forEach(one -> some.add(JsonObject.of("entry", one.getKey(), "why", one.getValue())));
    return some;
  }
}
