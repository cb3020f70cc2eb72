package dev.vertxmesh.it.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.PacedTraffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A gateway that has a fifth of a CPU, and begins again under the load that it had before: it's to
 * be ready and to answer within 15 seconds. In these it gets three of CPU time, and this is what's
 * held to, and what calls come by: a clock would count what else the machine does, too.
 */
class StarvedGatewayIT {

  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final int CALLS_A_SECOND = 350;
  private static final double CPUS = 0.2;
  private static final Duration ALLOWED = Duration.ofMillis((long) (15_000 * CPUS));

  /** Of what it used when it began without a load, on a machine where that's a lot. */
  private static final int OR_TIMES = 3;

  /** Of those that come; a slow machine has CPU for no more. */
  private static final double LEAST_PART = 0.1;

  @Test
  void isBackAfterItWasKilledAndAliveAllTheTime() {
    try (MeshHarness mesh = MeshHarness.draw().site("a", site -> site.dubbo("2.6.12")).start()) {
      Node gateway = mesh.gateway();
      assumeThat(gateway.cpuTime()).as("this machine sees the engine's processes").isPresent();
      Duration unloaded = cpuTime(gateway);
      gateway.limitCpu(CPUS);
      try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        gateway.crash();
      }
      long begun = System.nanoTime();
      gateway.startAgain();
      Http callers = gateway.http(MeshHarness.GATEWAY);
      try (PacedTraffic traffic =
          PacedTraffic.through(callers, CALLS_A_SECOND, () -> ofItsFifth(cpuTime(gateway)))) {
        await().atMost(PATIENCE).ignoreExceptions().until(gateway::isReady);
        String ready = since(begun, gateway);
        List<Integer> alive = new ArrayList<>();
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  alive.add(gateway.admin().get("/health/live").status());
                  long before = traffic.right();
                  traffic.awaitMore(CALLS_A_SECOND);
                  return traffic.right() - before >= CALLS_A_SECOND * LEAST_PART;
                });
        Duration answering = cpuTime(gateway);
        System.out.printf(
            "killed at %d calls/s: ready after %s, answering after %s; unloaded %d ms of CPU%n",
            CALLS_A_SECOND, ready, since(begun, gateway), unloaded.toMillis());
        assertThat(alive).containsOnly(200);
        Duration allowed = unloaded.multipliedBy(OR_TIMES);
        assertThat(answering).isLessThan(allowed.compareTo(ALLOWED) > 0 ? allowed : ALLOWED);
      }
    }
  }

  /** How long so much CPU time lasts, in nanoseconds. */
  private static long ofItsFifth(Duration cpu) {
    return (long) (cpu.toNanos() / CPUS);
  }

  private static String since(long begun, Node gateway) {
    long millis = (System.nanoTime() - begun) / 1_000_000;
    return "%d ms with %d ms of CPU".formatted(millis, cpuTime(gateway).toMillis());
  }

  private static Duration cpuTime(Node gateway) {
    return gateway.cpuTime().orElseThrow();
  }
}
