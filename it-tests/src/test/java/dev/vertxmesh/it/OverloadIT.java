package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event loop that has more to do than it can. */
class OverloadIT {

  private static final String REFUSALS = "mesh_refusals_total";
  private static final String BY_QUEUE = "reason=\"queue\"";
  private static final int CALLERS = 24;
  private static final int CALLS_AFTER = 30;

  /** So long that reading it once takes a loop longer than it may. */
  private static final String LONG = "a".repeat(200_000);

  private final Queue<Answer> refused = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;

  @Test
  void callsAreShedWhileALoopIsHeldUpAndHealthIsAnsweredAndNoneAfterIt(@TempDir Path folder)
      throws InterruptedException {
    Mesh drawn =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer("--queue-target", "1", "--queue-interval", "1", "--queue-floor", "2");
    try (Mesh mesh = drawn.start()) {
      Agent consumer = mesh.consumer();
      List<Thread> callers = callers(mesh);
      await().until(() -> shed(consumer) > 0 && !refused.isEmpty());
      assertThat(consumer.admin().get("/health/live").status()).isEqualTo(200);
      assertThat(consumer.isReady()).isTrue();
      ended = true;
      for (Thread caller : callers) {
        caller.join();
      }

      assertThat(refused).allSatisfy(OverloadIT::isARefusal);
      double shed = shed(consumer);
      for (int i = 0; i < CALLS_AFTER; i++) {
        assertThat(mesh.http().hash("hello").status()).isEqualTo(200);
      }
      assertThat(shed(consumer)).isEqualTo(shed);
      await().until(() -> consumer.metrics().sum("mesh_queueing_seconds") == 0);
    }
  }

  private List<Thread> callers(Mesh mesh) {
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Thread caller = new Thread(() -> callUntilEnded(mesh.consumer().http()), "caller " + i);
      caller.start();
      callers.add(caller);
    }
    return callers;
  }

  private void callUntilEnded(Http http) {
    while (!ended) {
      Answer answer = http.form(Samples.HELLO, "hash", Samples.STRING, LONG);
      if (answer.status() != 200) {
        refused.add(answer);
      }
    }
  }

  private static double shed(Agent agent) {
    return agent.metrics().sum(REFUSALS, BY_QUEUE);
  }

  private static void isARefusal(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(503);
    assertThat(answer.header("retry-after")).isEqualTo("1");
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:refused");
    assertThat(answer.problem().getString("retry")).isEqualTo("safe");
    assertThat(answer.detail()).isEqualTo(CallFailure.SHORT_OF_CPU);
  }
}
