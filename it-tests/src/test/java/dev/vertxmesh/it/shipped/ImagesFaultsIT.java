package dev.vertxmesh.it.shipped;

import static dev.vertxmesh.it.shipped.Hashes.awaitWell;
import static dev.vertxmesh.it.shipped.Hashes.wellAnswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.Samples;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What may happen to a mesh, one after the other to the same one; each test waits until it's whole
 * again.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ImagesFaultsIT {

  private static final Duration RECOVERY = Duration.ofSeconds(300);
  private static final int CALLS_A_SECOND = 200;

  private static final int SLOW_MILLIS = 6_000;
  private static final int TIMEOUT_MILLIS = 4_500;

  private MeshHarness mesh;

  /**
   * One of either Dubbo, of which the second gets twice as much; who is only slow isn't left out.
   */
  @BeforeAll
  void start() {
    mesh =
        MeshHarness.draw()
            .site("a", site -> site.dubbo("2.6.12").weight(1).calm().slowable())
            .site("b", site -> site.dubbo("3.3.6").weight(2).calm())
            .gateway(
                "--balance",
                "round-robin",
                "--event-loops",
                "1",
                "--warm-up",
                "0",
                "--eject-slow",
                "0",
                "--eject-rate",
                "0",
                "--queue-target", // calls that come at a rate are too many for starved agents
                "0")
            .start();
  }

  @BeforeEach
  void whole() {
    mesh.awaitOpen(2);
    await().atMost(RECOVERY).until(() -> mesh.agent("a").isReady() && mesh.agent("b").isReady());
    awaitWell(mesh.http());
    // weights are looked at every tenth of a second: until then who is back may be a turn off
    try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
      traffic.awaitMore(CALLS_A_SECOND / 4);
      traffic.end();
      assertThat(traffic.failures()).isEmpty();
    }
  }

  @AfterAll
  void end() {
    if (mesh != null) {
      mesh.close();
    }
  }

  @Test
  void callsGetThroughToEitherDubboAsTheWeightsSay() {
    double a = mesh.answeredBy("a");
    double b = mesh.answeredBy("b");
    wellAnswered(mesh.http(), 300);
    assertThat(mesh.answeredBy("a") - a).isEqualTo(100);
    assertThat(mesh.answeredBy("b") - b).isEqualTo(200);
    for (int i = 0; i < 6; i++) {
      Answer user = mesh.http().json(Samples.USERS, "find", "{\"types\":[\"long\"],\"args\":[1]}");
      assertThat(user.status()).as("%s", user).isEqualTo(200);
      assertThat(user.body()).contains("\"name\":\"Ada\"");
    }
    // its natives are found, though there's no place to write them to
    assertThat(ContainerWatch.logOf("gateway")).contains(", epoll,");
    assertThat(ContainerWatch.logOf("agent-b")).contains(", epoll,");
  }

  @Test
  void aProviderThatIsLostIsDoneWithoutUntilItIsBack() {
    mesh.dubbo("a").crash();
    awaitWell(mesh.http());
    double before = mesh.answeredBy("b");
    wellAnswered(mesh.http(), 50);
    assertThat(mesh.answeredBy("b") - before).isGreaterThanOrEqualTo(50);
    mesh.dubbo("a").startAgain();
    awaitAnswerOf("a");
  }

  @Test
  void anAgentThatIsLostIsDoneWithoutUntilItIsBack() {
    mesh.agent("b").crash();
    awaitWell(mesh.http());
    wellAnswered(mesh.http(), 50);
    mesh.awaitOpen(1);
    mesh.agent("b").startAgain();
    mesh.awaitOpen(2);
    awaitAnswerOf("b");
  }

  @Test
  void callsGoOnWhileAnEtcdThatHasForgottenAllIsStartedAnew() {
    try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
      traffic.awaitMore(CALLS_A_SECOND);
      mesh.etcdNode().crash();
      await().atMost(RECOVERY).until(() -> registryIsStale() == 1);
      traffic.awaitMore(CALLS_A_SECOND);
      mesh.etcdNode().startAgain(); // its data was in memory
      await().atMost(RECOVERY).until(() -> registryIsStale() == 0);
      traffic.awaitMore(CALLS_A_SECOND);
      traffic.end();
      assertThat(traffic.failures()).isEmpty();
    }
  }

  private double registryIsStale() {
    return mesh.gateway().metrics().sum("mesh_registry_stale");
  }

  @Test
  void whatIsCutOffIsDoneWithoutUntilTheNetworkIsBack() throws IOException {
    mesh.networkTo("a").disable();
    awaitWell(mesh.http());
    wellAnswered(mesh.http(), 50);
    mesh.awaitOpen(1);
    mesh.networkTo("a").enable();
    mesh.awaitOpen(2);
    awaitAnswerOf("a");
  }

  @Test
  void aSlowNetworkIsWaitedForAsLongAsTheCallerDoes() throws IOException {
    Latency slow =
        mesh.networkTo("a").toxics().latency("slow", ToxicDirection.DOWNSTREAM, SLOW_MILLIS);
    try {
      // one of three goes there
      double a = mesh.answeredBy("a");
      List<Long> millis = Stream.generate(this::millisOfACall).limit(9).sorted().toList();
      assertThat(millis.subList(6, 9)).allMatch(one -> one >= SLOW_MILLIS);
      assertThat(mesh.answeredBy("a") - a).isEqualTo(3);
      List<Answer> answers =
          Stream.generate(
                  () ->
                      mesh.http()
                          .json(
                              Samples.HELLO,
                              "hash",
                              "[\"hello\"]",
                              "x-mesh-timeout",
                              String.valueOf(TIMEOUT_MILLIS)))
              .limit(9)
              .filter(one -> one.status() != 200)
              .toList();
      assertThat(answers)
          .hasSize(3)
          .allSatisfy(one -> assertThat(one.status()).isEqualTo(504))
          .allSatisfy(
              one ->
                  assertThat(one.problem().getString("type")).isEqualTo("urn:vertx-mesh:timeout"));
    } finally {
      slow.remove();
    }
  }

  private long millisOfACall() {
    long begun = System.nanoTime();
    wellAnswered(mesh.http(), 1);
    return Duration.ofNanos(System.nanoTime() - begun).toMillis();
  }

  private void awaitAnswerOf(String site) {
    double before = mesh.answeredBy(site);
    await()
        .atMost(RECOVERY)
        .until(
            () -> {
              mesh.http().hash("hello");
              return mesh.answeredBy(site) > before;
            });
  }
}
