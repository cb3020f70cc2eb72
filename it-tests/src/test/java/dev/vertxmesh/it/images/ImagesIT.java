package dev.vertxmesh.it.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.Samples;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The images, run as the chart runs them. */
class ImagesIT {

  private static final String HASH = "99162322";
  private static final Duration RECOVERY = Duration.ofSeconds(60);
  private static final int CALLS_A_SECOND = 200;

  @Test
  void aCallGetsThroughToEitherDubbo() {
    for (String release : List.of("2.6.12", "3.3.6")) {
      try (MeshHarness mesh = MeshHarness.draw().site("a", site -> site.dubbo(release)).start()) {
        assertThat(mesh.http().hash("hello").body()).isEqualTo(HASH);
        Answer user =
            mesh.http().json(Samples.USERS, "find", "{\"types\":[\"long\"],\"args\":[1]}");
        assertThat(user.status()).as("%s", user).isEqualTo(200);
        assertThat(user.body()).contains("\"name\":\"Ada\"");
        assertThat(ContainerWatch.logOf("gateway")).contains(", epoll,"); // from a read-only root
        assertThat(ContainerWatch.logOf("agent-a")).contains(", epoll,");
      }
    }
  }

  @Test
  void weightsCount() {
    MeshHarness drawn =
        MeshHarness.draw()
            .site("a", site -> site.dubbo("2.6.12").weight(1))
            .site("b", site -> site.weight(2))
            .gateway("--balance", "round-robin", "--event-loops", "1", "--warm-up", "0");
    try (MeshHarness mesh = drawn.start()) {
      for (int i = 0; i < 300; i++) {
        assertThat(mesh.http().hash("hello").body()).isEqualTo(HASH);
      }
      assertThat(mesh.answeredBy("a")).isEqualTo(100);
      assertThat(mesh.answeredBy("b")).isEqualTo(200);
    }
  }

  @Test
  void aProviderThatIsLostIsDoneWithoutUntilItIsBack() {
    try (MeshHarness mesh = twoSites().start()) {
      mesh.dubbo("a").crash();
      awaitWell(mesh.http());
      double before = mesh.answeredBy("b");
      wellAnswered(mesh.http(), 50);
      assertThat(mesh.answeredBy("b") - before).isGreaterThanOrEqualTo(50);
      mesh.dubbo("a").startAgain();
      double then = mesh.answeredBy("a");
      await().atMost(RECOVERY).until(() -> answersOf(mesh, "a") > then);
    }
  }

  @Test
  void anAgentThatIsLostIsDoneWithout() {
    try (MeshHarness mesh = twoSites().start()) {
      mesh.agent("a").crash();
      awaitWell(mesh.http());
      wellAnswered(mesh.http(), 50);
      mesh.awaitOpen(1);
      mesh.agent("a").startAgain();
      mesh.awaitOpen(2);
      wellAnswered(mesh.http(), 50);
    }
  }

  @Test
  void callsGoOnWhileAnEtcdThatHasForgottenAllIsStartedAnew() {
    try (MeshHarness mesh = twoSites().start()) {
      try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        mesh.etcdNode().crash();
        traffic.awaitMore(CALLS_A_SECOND);
        mesh.etcdNode().startAgain(); // its data was in memory
        await()
            .atMost(RECOVERY)
            .until(() -> mesh.gateway().metrics().sum("mesh_registry_stale") == 0);
        traffic.awaitMore(CALLS_A_SECOND);
        traffic.end();
        assertThat(traffic.failures()).isEmpty();
      }
      mesh.awaitOpen(2);
    }
  }

  @Test
  void whatIsCutOffIsDoneWithoutUntilTheNetworkIsBack() throws IOException {
    MeshHarness drawn = MeshHarness.draw().site("a", Site::slowable).site("b", site -> site);
    try (MeshHarness mesh = drawn.start()) {
      mesh.networkTo("a").disable();
      awaitWell(mesh.http());
      wellAnswered(mesh.http(), 50);
      mesh.awaitOpen(1);
      mesh.networkTo("a").enable();
      mesh.awaitOpen(2);
      double before = mesh.answeredBy("a");
      await().atMost(RECOVERY).until(() -> answersOf(mesh, "a") > before);
    }
  }

  @Test
  void aSlowNetworkIsWaitedForAsLongAsTheCallerDoes() throws IOException {
    try (MeshHarness mesh = MeshHarness.draw().site("a", Site::slowable).start()) {
      mesh.networkTo("a").toxics().latency("slow", ToxicDirection.DOWNSTREAM, 300);
      long begun = System.nanoTime();
      assertThat(mesh.http().hash("hello").body()).isEqualTo(HASH);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(300));
      Answer late = mesh.http().json(Samples.HELLO, "hash", "[\"hello\"]", "x-mesh-timeout", "100");
      assertThat(late.status()).as("%s", late).isEqualTo(504);
      assertThat(late.problem().getString("type")).isEqualTo("urn:vertx-mesh:timeout");
    }
  }

  @Test
  void whatIsTooMuchIsRefusedBeforeTheProviderIs() {
    MeshHarness drawn =
        MeshHarness.draw()
            .site("a", site -> site.delayMillis(200).limit(4))
            .gateway("--retries", "0");
    try (MeshHarness mesh = drawn.start()) {
      Http http = mesh.http();
      wellAnswered(http, 1);
      List<Answer> answers =
          Stream.generate(() -> http.formAsync(Samples.HELLO, "hash", Samples.STRING, "hello"))
              .limit(60)
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      List<Answer> refused = answers.stream().filter(one -> one.status() != 200).toList();
      assertThat(refused).hasSizeBetween(1, 56);
      assertThat(refused)
          .allSatisfy(one -> assertThat(one.problem().getString("retry")).isEqualTo("safe"));
      assertThat(ContainerWatch.logOf("dubbo-a")).doesNotContainIgnoringCase("exhausted");
    }
  }

  @Test
  void anAgentThatDrainsLosesNoCall() {
    try (MeshHarness mesh = twoSites().start()) {
      try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        Answer hook = preStop(mesh.agent("a"));
        assertThat(hook.body()).isEqualTo("{\"drained\":true}");
        mesh.dubbo("a").crash(); // as soon as the hook is answered nothing needs it
        assertThat(mesh.agent("a").terminate()).isZero();
        traffic.awaitMore(CALLS_A_SECOND);
        traffic.end();
        assertThat(traffic.failures()).isEmpty();
      }
    }
  }

  @Test
  void aGatewayThatLeavesAnswersWhatComesMeanwhile() {
    MeshHarness drawn =
        MeshHarness.draw().site("a", site -> site.delayMillis(20)).gateway("--linger", "3000");
    try (MeshHarness mesh = drawn.start()) {
      Http http = mesh.http();
      CompletableFuture<Long> end = CompletableFuture.supplyAsync(() -> mesh.gateway().terminate());
      await().until(() -> mesh.gateway().admin().get("/health/ready").status() == 503);
      // whoever hasn't heard of it yet comes, by new connections too, and is told to come no more
      assertThat(wellAnswered(Http.on(mesh.gateway().getMappedPort(20_000)), 20))
          .allSatisfy(one -> assertThat(one.header("connection")).isEqualTo("close"));
      wellAnswered(http, 20);
      assertThat(end.join()).isZero();
    }
  }

  private static MeshHarness twoSites() {
    return MeshHarness.draw().site("a", site -> site).site("b", site -> site);
  }

  private static Answer preStop(Node agent) {
    Http admin = agent.admin();
    return admin.send(
        admin
            .to("pre-stop")
            .header("x-mesh-hook", "pre-stop")
            .method("GET", BodyPublishers.noBody()));
  }

  /** Those on their way to who is lost fail; after them, all is well. */
  private static void awaitWell(Http http) {
    await()
        .atMost(RECOVERY)
        .until(() -> IntStream.range(0, 20).allMatch(i -> http.hash("hello").status() == 200));
  }

  /** Makes calls and counts those of a site as they are then. */
  private static double answersOf(MeshHarness mesh, String site) {
    mesh.http().hash("hello");
    return mesh.answeredBy(site);
  }

  private static List<Answer> wellAnswered(Http http, int calls) {
    List<Answer> answers = Stream.generate(() -> http.hash("hello")).limit(calls).toList();
    assertThat(answers).allSatisfy(one -> assertThat(one.body()).isEqualTo(HASH));
    return answers;
  }
}
