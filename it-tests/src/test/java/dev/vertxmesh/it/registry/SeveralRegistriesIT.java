package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a folder to an etcd, one agent after the other, while calls go on. */
class SeveralRegistriesIT {

  @TempDir private Path folder;

  private final ConcurrentLinkedQueue<Answer> failures = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean done = new AtomicBoolean();
  private final List<Agent> agents = new ArrayList<>();
  private volatile int calls;

  /** By one thread. */
  private Thread caller(Mesh mesh) {
    Thread thread =
        new Thread(
            () -> {
              while (!done.get()) {
                Answer answer = mesh.http().hash("hello", "x-mesh-timeout", "300000");
                if (answer.status() != 200) {
                  failures.add(answer);
                }
                calls++;
              }
            });
    thread.start();
    return thread;
  }

  private void someCallsLater() {
    int now = calls;
    await().until(() -> calls > now + 50);
  }

  private static List<JsonObject> endpoints(Mesh mesh) {
    return mesh.consumer().topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .toList();
  }

  private static boolean allComeFrom(Mesh mesh, String... schemes) {
    List<JsonObject> all = endpoints(mesh);
    return !all.isEmpty() && all.stream().allMatch(endpoint -> comesFrom(endpoint, schemes));
  }

  private static boolean comesFrom(JsonObject endpoint, String... schemes) {
    List<String> registries =
        endpoint.getJsonArray("registries").stream().map(String.class::cast).toList();
    return registries.size() == schemes.length
        && List.of(schemes).stream()
            .allMatch(scheme -> registries.stream().anyMatch(one -> one.startsWith(scheme)));
  }

  @Test
  void anAgentMovesUnderTrafficAndNoCallIsLost() throws InterruptedException {
    Etcd etcd = new Etcd(EtcdRelease.V3_4, folder.resolve("etcd"), 1).start();
    String modern = "etcd://%s?ttl=2&wait=100&cache=none".formatted(etcd.hosts());
    String both = "file:" + folder.resolve("registry") + " " + modern;
    try (etcd;
        Mesh mesh = Mesh.in(folder).registry(both).with(Provider.dubbo("3.3.6")).start()) {
      await().until(() -> allComeFrom(mesh, "file:", "etcd:"));
      assertThat(mesh.consumer().metrics().sum("mesh_registry_instances")).isEqualTo(1);
      Thread caller = caller(mesh);
      try {
        someCallsLater();
        move(mesh, modern);
        etcd.member(0).pause();
        someCallsLater();
        etcd.member(0).resume();
      } finally {
        done.set(true);
        caller.join();
      }
      assertThat(failures).isEmpty();
    }
  }

  /** Another agent for the same provider, which the folder never hears of; the first one leaves. */
  private void move(Mesh mesh, String modern) {
    String dubbo = "127.0.0.1:" + mesh.dubbo().port();
    Agent moved = Agent.of("mesh-provider", "--registry", modern, "--dubbo", dubbo);
    agents.add(moved);
    moved.start();
    Mesh.awaitReady(moved);
    await().until(() -> mesh.openEndpoints() == 2);
    someCallsLater();
    mesh.providerAgent().terminate();
    await().until(() -> allComeFrom(mesh, "etcd:"));
    someCallsLater();
  }

  @AfterEach
  void close() {
    agents.forEach(Agent::close);
  }
}
