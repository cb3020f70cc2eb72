package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The consumer agent alone, before a provider that has no agent. */
@ParameterizedClass(name = "dubbo {0}{1}")
@CsvSource(
    nullValues = "none",
    value = {
      "2.6.12, none",
      "3.3.6, none",
      "2.6.12, /" + HELLO + "+" + USERS,
      "3.3.6, /" + HELLO + "+" + USERS
    })
class StraightIT {

  private static final int LIMIT = 5;

  @Parameter(0)
  String release;

  /** As the registry's URL has them; null where the provider is asked. */
  @Parameter(1)
  String services;

  private static DubboServer dubbo;
  private static Agent consumer;
  private static Http http;

  @BeforeParameterizedClassInvocation
  static void start(String release, String services) {
    int port = Ports.free();
    dubbo = new DubboServer(Provider.dubbo(release), port);
    dubbo.start();
    String path = services == null ? "" : services;
    consumer =
        Agent.of(
            "mesh-consumer",
            "--registry",
            "static:dubbo://127.0.0.1:" + port + path + ";limit=" + LIMIT,
            "--event-loops",
            "1",
            "--timeout",
            "120000");
    consumer.start();
    http = consumer.http();
    awaitBothServices();
  }

  /** Dubbo opens its port with the first, and the second comes a moment later. */
  private static void awaitBothServices() {
    await().until(() -> call().status() == 200 && concat().status() == 200);
  }

  @AfterParameterizedClassInvocation
  static void close() {
    consumer.close();
    dubbo.close();
  }

  private static JsonObject endpoint() {
    return consumer
        .topology()
        .getJsonArray("services")
        .getJsonObject(0)
        .getJsonArray("endpoints")
        .getJsonObject(0);
  }

  private static Answer call() {
    return http.hash("hello");
  }

  private static Answer concat() {
    return http.json(USERS, "concat", "[\"a\",1,true]");
  }

  @Test
  void callsSucceedAndThePageShowsTheProvider() {
    assertThat(call().body()).isEqualTo("99162322");
    assertThat(concat().body()).isEqualTo("\"a1true\"");
    await().until(() -> endpoint().getString("state").equals("open"));
    JsonObject endpoint = endpoint();
    assertThat(endpoint.getString("address")).isEqualTo("dubbo://127.0.0.1:" + dubbo.port());
    assertThat(endpoint.getInteger("limit")).isEqualTo(LIMIT);
  }

  @Test
  void noMoreCallsThanTheLimitAreInTheProvider() {
    awaitBothServices(); // of a provider that another test has just started anew
    dubbo.process().signal("STOP"); // so that none ends before all have come
    List<CompletableFuture<Answer>> calls =
        Stream.generate(() -> http.jsonAsync(USERS, "slow", "[1]")).limit(4 * LIMIT).toList();
    await().until(() -> calls.stream().filter(Future::isDone).count() == 2 * LIMIT);
    await().until(() -> consumer.metrics().sum("mesh_calls_in_flight") == 2 * LIMIT);
    assertThat(endpoint().getInteger("inFlight")).isEqualTo(2 * LIMIT);
    dubbo.process().signal("CONT");
    List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(2 * LIMIT);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:refused");
              assertThat(answer.problem().getString("where"))
                  .isEqualTo("dubbo 127.0.0.1:" + dubbo.port());
            });
    awaitBothServices(); // it may have stood still for so long that it was taken for gone
  }

  @Test
  void aKilledProviderIsToldAtOnceAndUsedAgainSoonAfterItsReturn() {
    // its types are known then, and the next one isn't held until they are
    assertThat(http.json(USERS, "slow", "[1]").status()).isEqualTo(200);
    CompletableFuture<Answer> inFlight = http.jsonAsync(USERS, "slow", "[60000]");
    await().until(() -> consumer.metrics().sum("mesh_calls_in_flight") == 1);
    dubbo.kill();
    Answer lost = inFlight.join(); // which its deadline would have ended otherwise
    assertThat(lost.problem().getString("type")).isEqualTo("urn:vertx-mesh:lost");
    assertThat(lost.problem().getString("where")).isEqualTo("dubbo 127.0.0.1:" + dubbo.port());
    for (int i = 0; i < 20; i++) {
      Answer answer = call();
      assertThat(answer.status()).as("%s", answer).isEqualTo(503);
      assertThat(answer.detail()).isNotBlank();
    }
    dubbo.start();
    awaitBothServices();
  }
}
