package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.consumer.MeshConsumer;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Relay;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.launch.EmbeddedAgent;
import dev.vertxmesh.provider.MeshProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ready means ready: who calls as soon as an agent says that it's ready is answered. Agents in this
 * JVM, before a real provider that can be cut off, while others call all the time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadyIT {

  /** 100 have been shown; fewer of them are enough to notice what breaks it. */
  private static final int STARTS = Integer.getInteger("mesh.ready.starts", 15);

  /** After each start: the next connection may come to another event loop. */
  private static final int FIRST_CALLS = 5;

  /** Calls of others that are in flight all the time. */
  private static final int LOAD = 4;

  private static final int PATIENCE = 300;

  private final Vertx vertx = Vertx.vertx();
  private final List<CompletableFuture<?>> callers = new ArrayList<>();
  private final AtomicInteger others = new AtomicInteger();
  private DubboServer dubbo;
  private Relay relay;
  private String registry;
  private EmbeddedAgent consumer;
  private volatile boolean over;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    registry = System.getProperty("mesh.ready.registry", "file:" + folder.resolve("registry"));
    dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
    dubbo.start();
    relay = new Relay(vertx, "127.0.0.1:" + dubbo.port());
    EmbeddedAgent standing = provider("127.0.0.1:" + dubbo.port(), Samples.USERS);
    get(standing.ready());
    consumer = consumer();
    get(consumer.ready());
    for (int i = 0; i < LOAD; i++) {
      callers.add(CompletableFuture.runAsync(this::callOthers));
    }
  }

  @AfterAll
  void close() throws Exception {
    over = true;
    callers.forEach(CompletableFuture::join);
    get(vertx.close());
    dubbo.close();
  }

  private void callOthers() {
    Http http = Http.on(consumer.port());
    while (!over) {
      Answer answer = http.json(Samples.USERS, "find", "{\"types\":[\"long\"],\"args\":[1]}");
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      others.incrementAndGet();
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.await(PATIENCE, TimeUnit.SECONDS);
  }

  private EmbeddedAgent provider(String address, String service) throws Exception {
    return provider(address, service, 0);
  }

  private EmbeddedAgent provider(String address, String service, int port) throws Exception {
    JsonObject settings =
        new JsonObject()
            .put("registry", registry)
            .put("port", port)
            .put("admin-port", 0)
            .put("dubbo", address)
            .put("service", service);
    return get(MeshProvider.start(vertx, settings));
  }

  private EmbeddedAgent consumer() throws Exception {
    return consumer(0);
  }

  private EmbeddedAgent consumer(int port) throws Exception {
    JsonObject settings =
        new JsonObject()
            .put("registry", registry)
            .put("port", port)
            .put("admin-port", 0)
            .put("timeout", PATIENCE * 1_000);
    return get(MeshConsumer.start(vertx, settings));
  }

  @Test
  void noCallThatIsSentAfterReadyFails() throws Exception {
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      Answer answer =
          switch (i % 3) {
            case 0 -> aProviderAgentStarts();
            case 1 -> aProviderAgentStartsBeforeItsProvider();
            default -> aConsumerAgentStarts();
          };
      if (answer.status() != 200) {
        failed.add(i + ": " + answer);
      }
    }
    assertThat(failed).isEmpty();
    assertThat(others.get()).as("calls of others").isPositive();
    System.out.println(STARTS + " starts, with " + others + " calls of others");
  }

  private Answer aProviderAgentStarts() throws Exception {
    EmbeddedAgent provider = provider(relay.address(), Samples.HELLO);
    get(provider.ready());
    Answer answer = first(consumer);
    get(provider.close());
    return answer;
  }

  private Answer aProviderAgentStartsBeforeItsProvider() throws Exception {
    relay.cut();
    EmbeddedAgent provider = provider(relay.address(), Samples.HELLO);
    await().until(() -> notReady(provider).contains("not connected"));
    assertThat(provider.ready().isComplete()).isFalse();
    relay.mend();
    get(provider.ready());
    Answer answer = first(consumer);
    get(provider.close());
    return answer;
  }

  /** The first calls after an agent has said that it's ready: the one that failed, if any did. */
  private static Answer first(EmbeddedAgent consumer) {
    Answer answer = null;
    for (int i = 0; i < FIRST_CALLS && (answer == null || answer.status() == 200); i++) {
      answer = Http.on(consumer.port()).hash("hello"); // by a connection of its own
    }
    return answer;
  }

  private static String notReady(EmbeddedAgent agent) {
    return Http.on(agent.adminPort()).get("health/ready").body();
  }

  private Answer aConsumerAgentStarts() throws Exception {
    EmbeddedAgent provider = provider(relay.address(), Samples.HELLO);
    get(provider.ready());
    EmbeddedAgent other = consumer();
    get(other.ready());
    Answer answer = first(other);
    get(other.close());
    get(provider.close());
    return answer;
  }

  @Test
  void whoHasDrainedComesBackAtTheSamePortAndIsRegisteredAgain() throws Exception {
    // ports that no client is given for its own end in the moment in which nobody listens there
    EmbeddedAgent provider = provider(relay.address(), Samples.HELLO, Ports.free());
    EmbeddedAgent other = consumer(Ports.free());
    get(provider.ready());
    Http admin = Http.on(provider.adminPort());
    int before = provider.port();
    assertThat(admin.put("weight", "{\"weight\": 5}").status()).isEqualTo(200);
    for (Http each : List.of(admin, Http.on(other.adminPort()))) {
      assertThat(each.send(each.post("drain", "text/plain", "")).status()).isEqualTo(202);
      assertThat(each.get("health/ready").body()).contains("draining");
    }
    await()
        .until(() -> new JsonObject(admin.get("topology").body()).getValue("registered") == null);

    for (Http each : List.of(admin, Http.on(other.adminPort()))) {
      Answer back = each.send(each.post("undrain", "text/plain", ""));
      assertThat(back.status()).as("%s", back).isEqualTo(200);
      await().until(() -> each.get("health/ready").status() == 200);
    }
    assertThat(Http.on(other.port()).hash("hello").status()).isEqualTo(200);
    JsonObject registered =
        new JsonObject(admin.get("topology").body()).getJsonObject("registered");
    assertThat(registered.getInteger("port")).isEqualTo(before).isEqualTo(provider.port());
    assertThat(registered.getInteger("weight")).isEqualTo(5);
    assertThat(Http.on(other.adminPort()).get("metrics").body()).contains("mesh_calls_total");
    get(other.close());
    get(provider.close());
  }

  @Test
  void theTopologyIsThatOfNow() throws Exception {
    Http admin = Http.on(consumer.adminPort());
    EmbeddedAgent provider = provider(relay.address(), Samples.HELLO);
    get(provider.ready());
    Http.on(consumer.port()).hash("hello");
    assertThat(admin.get("topology").body()).contains("127.0.0.1:" + provider.port());
    Http its = Http.on(provider.adminPort());
    assertThat(new JsonObject(its.get("topology").body()).getJsonArray("links")).isNotEmpty();
    get(provider.close());
    await().until(() -> !admin.get("topology").body().contains("\"127.0.0.1:" + provider.port()));
  }
}
