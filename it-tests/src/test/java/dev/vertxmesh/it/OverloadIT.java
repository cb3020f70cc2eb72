package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.testing.CompiledJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /**
   * Holds its loop for 20 ms with each call: however slow the callers are beside it, there is
   * always one that waits.
   */
  private static final String HOLD =
      """
      import dev.vertxmesh.filter.Filter;
      import dev.vertxmesh.plugin.AgentKind;
      import io.vertx.core.Vertx;
      import java.util.Set;
      public class Hold implements dev.vertxmesh.plugin.FilterPlugin {
        public String name() { return "hold"; }
        public Set<AgentKind> agents() { return Set.of(AgentKind.CONSUMER); }
        public Filter make(Vertx vertx) {
          return (call, next) -> {
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
            return next.call(call);
          };
        }
      }
      """;

  private final Queue<Answer> refused = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;

  @Test
  void callsAreShedWhileALoopIsHeldUpAndHealthIsAnsweredAndNoneAfterIt(@TempDir Path folder)
      throws InterruptedException {
    String hold =
        CompiledJar.write(
            folder, "Hold", HOLD, Map.of("dev.vertxmesh.plugin.FilterPlugin", "Hold"));
    Mesh drawn =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer(
                "--queue-target=1", "--queue-interval=1", "--queue-floor=2", "--plugin", hold);
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
      Answer answer = http.hash("hello");
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
