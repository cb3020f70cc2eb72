package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final NativeRun.Outcome NATIVE =
      new NativeRun.Outcome(512, 100_000, 10_000, 50, 55, 0, 3, 400, 5, 400);

  private final ContestOptions options = new ContestOptions();

  @BeforeEach
  void oneLevel() {
    options.levels = List.of(512);
  }

  private MeshRun.Outcome mesh(long callsPerSecond, double p50, double agentCpu, long errors) {
    Wrk.Outcome wrk = new Wrk.Outcome(callsPerSecond, 1, p50, 55, 60, 0, 0, errors, 0, 0.1);
    Wrk.Outcome warmup = new Wrk.Outcome(1000, 1, 50, 55, 60, 0, 0, 0, 0, 0.1);
    Map<String, Double> cpu =
        Map.of("consumer-agent", agentCpu, "provider-agent-1", agentCpu, "provider-1", 99.0);
    Level level = new Level(512, options.ceiling(512), wrk, cpu);
    return new MeshRun.Outcome(
        List.of(level),
        warmup,
        new ExactCheck.Outcome(1, 0, 0),
        Map.of("consumer-agent", 159.0, "provider-1", 500.0),
        callsPerSecond,
        callsPerSecond);
  }

  private List<String> failed(MeshRun.Outcome mesh) {
    return Verdict.of(options, mesh, NATIVE).stream()
        .filter(verdict -> !verdict.pass() && !verdict.isGoal())
        .map(Verdict::what)
        .toList();
  }

  @Test
  void withDelaySpeedAndMedianCount() {
    assertThat(failed(mesh(9_500, 52, 90, 0))).isEmpty();
    assertThat(failed(mesh(9_499, 52.1, 90, 0)))
        .containsExactly("calls/s / native calls/s", "p50, ms above native");
  }

  @Test
  void withoutDelaySpeedAndCpuCount() {
    options.delayMillis = 0;
    assertThat(failed(mesh(4_000, 90, 4.5, 0))).isEmpty();
    assertThat(failed(mesh(3_999, 90, 4.6, 0)))
        .containsExactly("calls/s / native calls/s", "agents' CPU / native client's");
  }

  @Test
  void aGoalThatIsNotReachedFailsNoRunAndIsSaid() {
    List<Verdict> verdicts = Verdict.of(options, mesh(9_500, 52, 90, 0), NATIVE);
    assertThat(Verdict.allKept(verdicts)).isTrue();
    assertThat(Verdict.table(verdicts).toString())
        .containsPattern("goal: calls/s / native calls/s +0.95 +>= 0.96 +not reached")
        .containsPattern("goal: p50, ms above native +2.00 +<= 1.50 +not reached")
        .containsPattern("goal: p99, ms above native +5.00 +<= 8.00 +reached")
        .containsPattern("goal: peak RSS MiB, consumer-agent +159.00 +<= 96.00 +not reached");
  }

  @Test
  void oneErrorIsOneTooMany() {
    assertThat(failed(mesh(10_000, 50, 1, 1))).containsExactly("errors through the mesh");
  }

  @Test
  void onlyAgentsAreHeldToTheMemoryBound() {
    assertThat(Verdict.of(options, mesh(10_000, 50, 1, 0), NATIVE))
        .extracting(Verdict::what)
        .contains("peak RSS MiB, consumer-agent")
        .doesNotContain("peak RSS MiB, provider-1");
  }
}
