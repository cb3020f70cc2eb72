package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.conditions;
import static dev.vertxmesh.testing.kubernetes.FakeKubernetes.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.registry.Parties.Watcher;
import dev.vertxmesh.testing.kubernetes.FakeKubernetes;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that finds pods by Kubernetes' API, of which there's only as much as it asks for. */
class KubernetesIT {

  private final FakeKubernetes kubernetes = new FakeKubernetes();
  private final DubboServer straight = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
  private final DubboServer behind = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
  private final Agent agent =
      Agent.of(
          "mesh-provider",
          "--registry",
          "kubernetes:shop/agents?cache=none&api=" + kubernetes.url(),
          "--dubbo",
          "127.0.0.1:" + behind.port());
  private final Agent gateway =
      Agent.of(
          "mesh-consumer",
          "--registry",
          "kubernetes:shop/orders,shop/agents?cache=none&wait=100&api=" + kubernetes.url(),
          "--timeout",
          "120000");
  private final ConcurrentLinkedQueue<Answer> failures = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean done = new AtomicBoolean();
  private volatile int calls;

  @AfterEach
  void close() {
    done.set(true);
    gateway.close();
    agent.close();
    straight.close();
    behind.close();
    kubernetes.close();
  }

  private Thread caller() {
    Thread thread =
        new Thread(
            () -> {
              while (!done.get()) {
                Answer answer = gateway.http().hash("hello");
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

  private void straight(String pod, boolean isTerminating) {
    JsonObject one = endpoint("127.0.0.1", pod);
    one.put("conditions", conditions(!isTerminating, true, isTerminating));
    kubernetes.slice("shop", "orders-1", "orders", "dubbo", straight.port(), one);
  }

  private void agent(boolean isTerminating) {
    JsonObject one = endpoint("127.0.0.1", "agent");
    one.put("conditions", conditions(!isTerminating, true, isTerminating));
    kubernetes.slice("shop", "agents-1", "agents", "link", agent.port(), one);
  }

  private List<String> open() {
    return told("address");
  }

  /** What each endpoint that can be called says under a name. */
  private List<String> told(String name) {
    return gateway.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(service -> service.getString("service").equals(HELLO))
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .filter(endpoint -> endpoint.getString("state").equals("open"))
        .map(endpoint -> String.valueOf(endpoint.getValue(name)))
        .toList();
  }

  private JsonObject registry() {
    return gateway.topology().getJsonObject("registry");
  }

  /** The provider without an agent is asked what it serves; the agent's Service says it. */
  @Test
  void podsComeTerminateAndGoUnderCallsAndNoneIsLost() throws InterruptedException {
    kubernetes.service("shop", "orders", null);
    kubernetes.service("shop", "agents", HELLO + ", " + USERS);
    straight("one", false);
    straight.start();
    gateway.start();
    await().until(() -> gateway.http().hash("hello").status() == 200);
    final String address = "dubbo://127.0.0.1:" + straight.port();
    await().until(() -> open().equals(List.of(address)));
    final Thread caller = caller();
    someCallsLater();
    behind.start();
    agent.start();
    Mesh.awaitReady(agent);
    agent(false);
    await().until(() -> open().size() == 2);
    someCallsLater();
    straight("one", true);
    await().until(() -> !open().contains(address));
    straight.terminate();
    straight.process().awaitExit();
    someCallsLater();
    kubernetes.stop();
    await().until(() -> registry().getBoolean("stale"));
    someCallsLater();
    straight.start();
    straight("two", false);
    kubernetes.start();
    await().until(() -> open().size() == 2 && !registry().getBoolean("stale"));
    someCallsLater();
    kubernetes.compact();
    agent(true);
    agent.terminate();
    agent.process().awaitExit();
    await().until(() -> open().equals(List.of(address)));
    someCallsLater();
    done.set(true);
    caller.join();
    assertThat(failures).isEmpty();
    assertThat(told("tags"))
        .containsExactly("{\"node\":\"node-1\",\"pod\":\"two\",\"zone\":\"a\"}");
    assertThat(registry().getInteger("malformed")).isZero();
    assertThat(registry().getInteger("instances")).isEqualTo(1);
  }

  /** As Kubernetes does with those in a pod. */
  @Test
  void anAuthorityThatIsReplacedIsBelievedWithTheNextConnection(@TempDir Path folder)
      throws IOException {
    Authority ours = Authority.elliptic(folder, "ours");
    Authority theirs = Authority.elliptic(folder, "theirs");
    Identity server = ours.issue("server", "ip:127.0.0.1");
    HttpServerOptions tls =
        new HttpServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(server.cert().toString())
                    .addKeyPath(server.key().toString()));
    Path ca = Files.copy(theirs.cert(), folder.resolve("ca.crt"));
    Path token = Files.writeString(folder.resolve("token"), "secret");
    try (FakeKubernetes encrypted = new FakeKubernetes(tls);
        Parties parties = new Parties()) {
      encrypted.service("shop", "orders", "com.x.A");
      encrypted.slice("shop", "s", "orders", "dubbo", 1, endpoint("10.0.0.1", "a"));
      Registry registry =
          parties.open(
              "kubernetes:shop/orders?cache=none&wait=600&api=%s&ca=%s&token-file=%s"
                  .formatted(encrypted.url(), ca, token));
      Watcher watcher = new Watcher(registry);
      await().until(() -> registry.problem().contains("its certificate is refused"));
      assertThat(encrypted.asked()).isEmpty();
      Files.copy(ours.cert(), ca, StandardCopyOption.REPLACE_EXISTING);
      Parties.get(watcher.first);
      assertThat(watcher.latest()).extracting(Instance::host).containsExactly("10.0.0.1");
      assertThat(encrypted.tokens()).containsOnly("Bearer secret");
    }
  }
}
