package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.Agent;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a consumer agent sees its registry, and a service's providers there. */
record SeenByAgent(Agent consumer, String service) {

  private JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  boolean isStale() {
    return registry().getBoolean("stale");
  }

  long ageMillis() {
    return registry().getLong("ageMillis");
  }

  /** Whether the registry can be read. */
  boolean isRead() {
    return isRead(registry().getString("problem"));
  }

  static boolean isRead(String problem) {
    return !problem.contains("can't be read");
  }

  /** Where calls may go to: who has gone may be told of for a while, and isn't called. */
  Set<String> callable() {
    return addresses(endpoints().filter(one -> one.getString("state").equals("open")));
  }

  /** Of whom it's told. */
  Set<String> all() {
    return addresses(endpoints());
  }

  private static Set<String> addresses(Stream<JsonObject> endpoints) {
    return endpoints.map(one -> one.getString("address")).collect(Collectors.toSet());
  }

  private Stream<JsonObject> endpoints() {
    return consumer.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(one -> one.getString("service").equals(service))
        .flatMap(one -> one.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast);
  }
}
