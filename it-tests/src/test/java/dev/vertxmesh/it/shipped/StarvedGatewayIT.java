package dev.vertxmesh.it.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.PacedTraffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A gateway that has a fifth of a CPU, and begins again under the load that it had before. How long
 * that took is printed.
 */
class StarvedGatewayIT {

  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final int CALLS_A_SECOND = 350;

  /** Of those that come; a slow machine has CPU for no more. */
  private static final double LEAST_PART = 0.1;

  @Test
  void isBackAfterItWasKilledAndAliveAllTheTime() {
    try (MeshHarness mesh = MeshHarness.draw().site("a", site -> site.dubbo("2.6.12")).start()) {
      Node gateway = mesh.gateway();
      gateway.limitCpu(0.2);
      AtomicReference<Http> callers = new AtomicReference<>(mesh.http());
      try (PacedTraffic traffic = PacedTraffic.through(callers::get, CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        gateway.crash();
        long begun = System.nanoTime();
        gateway.startAgain();
        callers.set(gateway.http(MeshHarness.GATEWAY));
        await().atMost(PATIENCE).ignoreExceptions().until(gateway::isReady);
        long ready = System.nanoTime();
        List<Integer> alive = new ArrayList<>();
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  alive.add(gateway.admin().get("/health/live").status());
                  double before = answered(gateway);
                  traffic.awaitMore(CALLS_A_SECOND);
                  return answered(gateway) - before >= CALLS_A_SECOND * LEAST_PART;
                });
        System.out.printf(
            "killed at %d calls/s: ready after %d ms, answering after %d ms%n",
            CALLS_A_SECOND, millis(ready - begun), millis(System.nanoTime() - begun));
        assertThat(alive).containsOnly(200);
      }
    }
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }

  private static double answered(Node gateway) {
    return gateway.metrics().sum("mesh_calls_total", "outcome=\"ok\"");
  }
}
