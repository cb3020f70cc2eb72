package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers and their agents go and come back; nobody else is started anew. */
@ParameterizedClass(name = "dubbo {0}")
@ValueSource(strings = {"2.6.12", "3.3.6"})
class RestartIT {

  /** Of a call that nobody would answer: who is told before has been told at once. */
  private static final String[] PATIENT = {"x-mesh-timeout", "300000"};

  private static final Duration SETTLED = Duration.ofMillis(300);

  private static Mesh mesh;

  @Parameter String release;

  @BeforeParameterizedClassInvocation
  static void start(String release, @TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo(release).graceMillis(120_000)).start();
  }

  @AfterParameterizedClassInvocation
  static void close() {
    mesh.close();
  }

  @AfterEach
  void theConsumerAgentWasNeverStartedAnew() {
    assertThat(mesh.consumer().process().isAlive()).isTrue();
    assertThat(mesh.consumer().process().log()).containsOnlyOnce(" ready: ");
  }

  private static Answer call() {
    return mesh.http().hash("hello", PATIENT);
  }

  private static Answer slowCall() {
    return mesh.http().json(USERS, "slow", "[0]", PATIENT);
  }

  private static List<CompletableFuture<Answer>> calls(int count, String method, String arguments) {
    List<CompletableFuture<Answer>> calls =
        Stream.generate(() -> mesh.http().jsonAsync(USERS, method, arguments, PATIENT))
            .limit(count)
            .toList();
    await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == count);
    return calls;
  }

  private static void isUnavailableWithAReason(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(503);
    assertThat(answer.problem().getString("type"))
        .isIn("urn:vertx-mesh:unavailable", "urn:vertx-mesh:lost");
    assertThat(answer.detail()).isNotBlank();
  }

  /** From now on calls are answered with 503, and don't wait for their deadline. */
  private static void callsAreToldAtOnce() {
    for (int i = 0; i < 20; i++) {
      isUnavailableWithAReason(call());
    }
  }

  /** Of both services: Dubbo opens its port with the first, and the second comes a moment later. */
  private static void callsSucceedSoon() {
    await().until(() -> call().status() == 200 && slowCall().status() == 200);
    theLeftoverOfTheKilledIsGone();
    for (int i = 0; i < 20; i++) {
      assertThat(call().body()).isEqualTo("99162322");
    }
  }

  /** Who was killed couldn't take its entry back: for a moment the newcomer was called by that. */
  private static void theLeftoverOfTheKilledIsGone() {
    await()
        .during(SETTLED)
        .until(
            () ->
                mesh.providerAgent().isReady()
                    && mesh.consumer().metrics().sum("mesh_registry_instances") == 1);
  }

  @Test
  void aKilledProviderIsToldAtOnceAndUsedAgainSoonAfterItsReturn() {
    long agent = mesh.providerAgent().process().pid();
    mesh.dubbo().kill();
    callsAreToldAtOnce();
    mesh.dubbo().start();
    callsSucceedSoon();
    assertThat(mesh.providerAgent().process().pid()).isEqualTo(agent);
    assertThat(mesh.providerAgent().process().isAlive()).isTrue();
  }

  @Test
  void callsInFlightToAKilledProviderEndAtOnceAsLost() {
    assertThat(slowCall().status()).isEqualTo(200); // types are known
    List<CompletableFuture<Answer>> calls = calls(10, "slow", "[120000]");
    mesh.dubbo().kill();
    assertThat(calls)
        .extracting(CompletableFuture::join)
        .allSatisfy(
            answer -> {
              isUnavailableWithAReason(answer);
              assertThat(answer.problem().getString("retry")).isEqualTo("may-repeat");
            });
    mesh.dubbo().start();
    callsSucceedSoon();
  }

  @Test
  void aKilledProviderAgentIsToldAtOnceAndUsedAgainSoonAfterItsReturn() {
    mesh.providerAgent().kill();
    callsAreToldAtOnce();
    mesh.providerAgent().start();
    callsSucceedSoon();
  }

  @Test
  void callsInFlightToAKilledProviderAgentEndAtOnceAsLost() {
    List<CompletableFuture<Answer>> calls = calls(10, "slow", "[120000]");
    mesh.providerAgent().kill();
    assertThat(calls)
        .extracting(CompletableFuture::join)
        .allSatisfy(RestartIT::isUnavailableWithAReason);
    mesh.providerAgent().start();
    callsSucceedSoon();
  }

  @Test
  void aProviderAgentThatIsAskedToLeaveFinishesTheCallsInFlight() {
    mesh.dubbo().process().signal("STOP");
    List<CompletableFuture<Answer>> calls = calls(20, "echo", "[\"x\"]");
    mesh.providerAgent().terminate();
    mesh.providerAgent().process().awaitLine(Pattern.compile(": leaving$"));
    mesh.dubbo().process().signal("CONT");
    assertThat(calls)
        .extracting(CompletableFuture::join)
        .allSatisfy(answer -> assertThat(answer.body()).isEqualTo("\"x\""));
    assertThat(mesh.providerAgent().process().awaitExit()).isZero();
    callsAreToldAtOnce();
    mesh.providerAgent().start();
    callsSucceedSoon();
  }
}
