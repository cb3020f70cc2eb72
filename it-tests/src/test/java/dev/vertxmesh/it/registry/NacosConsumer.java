package dev.vertxmesh.it.registry;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** An agent that follows a service in Nacos, and what it knows of it. */
final class NacosConsumer implements AutoCloseable {

  /** Where its providers stand, at Dubbo's interface level. */
  static final String SERVICE = "providers:" + Samples.HELLO + "::";

  private final Agent agent;

  /** Starts it, and waits until it calls somebody. */
  NacosConsumer(String registry) {
    agent =
        Agent.of(
            "mesh-consumer",
            "--registry",
            registry,
            "--event-loops",
            "1",
            "--queue-target",
            "0",
            "--timeout",
            "120000");
    agent.start();
    await().until(() -> http().hash("hello").status() == 200);
  }

  Http http() {
    return agent.http();
  }

  private JsonObject registry() {
    return agent.topology().getJsonObject("registry");
  }

  /** Endpoints of the service, in whatever group. */
  private Set<Integer> ports(Predicate<JsonObject> wanted) {
    return agent.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(service -> service.getString("service").startsWith(Samples.HELLO))
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .filter(wanted)
        .map(endpoint -> endpoint.getString("address"))
        .map(address -> Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Waits until those are called who are there; and until they are all that's known, and nobody is
   * known any more only because the registry may be wrong.
   */
  void awaitTruth(String fault, RegisteringProvider... there) {
    Set<Integer> truth =
        Arrays.stream(there)
            .map(RegisteringProvider::port)
            .collect(Collectors.toCollection(TreeSet::new));
    long recovered = System.nanoTime();
    await().until(() -> ports(one -> one.getString("state").equals("open")).equals(truth));
    long called = millisSince(recovered);
    await().until(() -> ports(one -> true).equals(truth) && !registry().getBoolean("stale"));
    System.out.printf(
        "nacos, %s: the truth is called after %d ms, and known after %d ms%n",
        fault, called, millisSince(recovered));
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  void awaitStale() {
    await().until(() -> registry().getString("problem").contains("the registry can't be read"));
  }

  void awaitStaleFor(long millis) {
    await().until(() -> registry().getBoolean("stale") && registry().getLong("ageMillis") > millis);
  }

  /** Waits until it's told that some have gone, and doesn't believe it. */
  void awaitHeld() {
    await().until(() -> registry().getString("problem").contains(" gone that did not say so"));
  }

  @Override
  public void close() {
    agent.close();
  }
}
