package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Connections;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When an agent is in the registry, with what, and how that's changed while it runs. */
class PresenceIT {

  @TempDir Path folder;

  @Test
  void aServiceThatTheProviderLacksIsNotAnnounced() {
    Provider provider = Provider.dubbo("3.3.6").alsoNamed("a.Missing");
    try (Mesh mesh = Mesh.in(folder).with(provider).start()) {
      assertThat(registered(mesh).getJsonArray("services")).isEqualTo(JsonArray.of(HELLO, USERS));
      assertThat(endpoint(mesh.providerAgent(), "a.Missing").getString("note"))
          .contains("not announced, as it doesn't answer $echo");
      assertThat(mesh.http().json("a.Missing", "any", "[]").status()).isEqualTo(404);
      assertThat(mesh.http().hash("hello").body()).isEqualTo("99162322");
    }
  }

  @Test
  void aProviderThatHangsIsTakenOutWithoutItsConnectionEndingAndPutBack() {
    try (Mesh mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).start()) {
      double connects = connects(mesh); // a provider that starts may be connected to twice
      mesh.dubbo().process().signal("STOP");
      CompletableFuture<Answer> hanging =
          mesh.http().jsonAsync(USERS, "echo", "[\"x\"]", "x-mesh-timeout", "290000");
      await().until(() -> registered(mesh) == null);
      await().until(() -> mesh.openEndpoints() == 0);
      assertThat(mesh.providerAgent().isReady()).isFalse();
      mesh.dubbo().process().signal("CONT");
      assertThat(hanging.join().body()).isEqualTo("\"x\""); // its link stayed for it
      await().until(() -> mesh.http().hash("hello").status() == 200);
      assertThat(connects(mesh)).isEqualTo(connects);
    }
  }

  private static double connects(Mesh mesh) {
    return mesh.providerAgent().metrics().sum("mesh_bridge_connects_total");
  }

  /** Dubbo 3 waits up to 10 seconds for its clients to go before it ends. */
  @Test
  void aDrainedAgentLeavesItsProviderAlone() {
    try (Mesh mesh = Mesh.in(folder).with(Provider.dubbo("3.3.6")).start()) {
      Http admin = mesh.providerAgent().admin();
      HttpRequest.Builder hook = admin.to("pre-stop").header("x-mesh-hook", "pre-stop");
      assertThat(admin.send(hook.GET()).body()).isEqualTo("{\"drained\":true}");
      assertThat(endpoint(mesh.providerAgent(), HELLO).getString("state")).isEqualTo("unreachable");
      assertThat(endpoint(mesh.providerAgent(), HELLO).getString("note")).startsWith("closed");
      await().until(() -> Connections.acceptedAt(mesh.dubbo().port()) == 0);
      mesh.dubbo().terminate();
      mesh.dubbo().process().awaitExit();
    }
  }

  @Test
  void weightAndTagsArePutAndConsumersFollowOnTheSameLinks() {
    Provider provider = Provider.dubbo("2.6.12").weight(3).tag("zone", "a");
    try (Mesh mesh = Mesh.in(folder).with(provider).start()) {
      Http admin = mesh.providerAgent().admin();
      assertThat(admin.get("/weight").body()).isEqualTo("{\"weight\":3}");
      assertThat(admin.get("/tags").body()).isEqualTo("{\"zone\":\"a\"}");
      await().until(() -> opened(mesh) == 1);
      CompletableFuture<Answer> slow = mesh.http().jsonAsync(USERS, "slow", "[1500]");

      assertThat(admin.put("/weight", "{\"weight\": 7}").status()).isEqualTo(200);
      assertThat(admin.put("/tags", "{\"rack\": \"9\"}").body()).isEqualTo("{\"rack\":\"9\"}");
      await().until(() -> endpoint(mesh.consumer(), HELLO).getInteger("weight") == 7);
      assertThat(registered(mesh).getJsonObject("tags").getMap()).isEqualTo(Map.of("rack", "9"));
      assertThat(registered(mesh).getInteger("weight")).isEqualTo(7);
      assertThat(slow.join().body()).isEqualTo("\"slept 1500 ms\"");
      assertThat(opened(mesh)).isEqualTo(1);

      Answer refused = admin.put("/weight", "{\"weight\": 0}");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.detail())
          .isEqualTo(
              "given {\"weight\":0}, expected {\"weight\": N} with a whole number from 1 to 10000");
    }
  }

  @Test
  void theLimitFollowsTheThreadsThatTheProviderTells() {
    Provider provider = Provider.dubbo("2.6.12").threads(100).delayMillis(50);
    try (Mesh mesh = Mesh.in(folder).with(provider).start()) {
      await().until(() -> announcesLimit(mesh, 95));
      Http http = Http.http2(mesh.consumer().port());
      for (int i = 0; i < 5; i++) {
        wave(http, 200);
      }
      assertThat(endpoint(mesh.providerAgent(), HELLO).getInteger("limit")).isEqualTo(95);
      assertThat(mesh.dubbo().process().log()).doesNotContainIgnoringCase("exhausted");

      mesh.dubbo().restartAs(Provider.dubbo("2.6.12").threads(60));
      await().until(() -> announcesLimit(mesh, 57));
      assertThat(endpoint(mesh.providerAgent(), HELLO).getInteger("limit")).isEqualTo(57);
    }
  }

  @Test
  void aProviderThatTellsNothingIsSparedAfterItHasRefused() {
    String[] calm = {"--queue-target", "0"}; // a new agent that's short of CPU takes 32 at a time
    Provider provider = Provider.dubbo("3.3.6").threads(20).delayMillis(500).agent(calm);
    try (Mesh mesh = Mesh.in(folder).with(provider).consumer(calm).start()) {
      Http http = Http.http2(mesh.consumer().port());
      mesh.dubbo().process().signal("STOP"); // so that all have come before it looks at one
      List<CompletableFuture<Answer>> calls = begin(http, 100);
      await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == 100);
      mesh.dubbo().process().signal("CONT");
      List<Answer> first = calls.stream().map(CompletableFuture::join).toList();
      assertThat(first).anySatisfy(answer -> assertThat(exhausted(answer)).isTrue());
      assertThat(first)
          .filteredOn(answer -> answer.status() != 200)
          .allSatisfy(answer -> assertThat(answer.problem().getString("retry")).isEqualTo("safe"));
      await()
          .until(
              () -> // a slow machine may not fill what is too much still
              wave(http, 100).stream().noneMatch(PresenceIT::exhausted) && limit(mesh) <= 24);
      JsonObject endpoint = endpoint(mesh.providerAgent(), HELLO);
      assertThat(endpoint.getInteger("limit")).isBetween(15, 24);
      assertThat(endpoint.getString("note"))
          .contains("limit lowered from 190, as it had no thread for some calls");
      assertThat(registered(mesh).getInteger("limit")).isEqualTo(190);
      assertThat(registered(mesh).getString("serialization")).isEqualTo("hessian2");
    }
  }

  private static boolean exhausted(Answer answer) {
    return answer.status() == 503 && answer.detail().contains("thread pool is exhausted");
  }

  private static int limit(Mesh mesh) {
    return endpoint(mesh.providerAgent(), HELLO).getInteger("limit");
  }

  private static List<Answer> wave(Http http, int calls) {
    return begin(http, calls).stream().map(CompletableFuture::join).toList();
  }

  private static List<CompletableFuture<Answer>> begin(Http http, int calls) {
    return Stream.generate(() -> http.formAsync(HELLO, "hash", Samples.STRING, "hello"))
        .limit(calls)
        .toList();
  }

  /** How many links came to be, by their first words in the log. */
  private static long opened(Mesh mesh) {
    return mesh.consumer().process().lines().stream()
        .filter(line -> line.endsWith(": open"))
        .count();
  }

  /** What the agent says is in the registry; null if it isn't there. */
  private static JsonObject registered(Mesh mesh) {
    return mesh.providerAgent().topology().getJsonObject("registered");
  }

  private static boolean announcesLimit(Mesh mesh, int limit) {
    JsonObject entry = registered(mesh);
    return entry != null && entry.getInteger("limit") == limit;
  }

  private static JsonObject endpoint(Agent agent, String service) {
    return agent.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(shown -> shown.getString("service").equals(service))
        .map(shown -> shown.getJsonArray("endpoints").getJsonObject(0))
        .findFirst()
        .orElseThrow();
  }
}
