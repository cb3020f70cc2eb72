package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The load through the mesh: warm-up, the levels, the exact check, and the count at the end. */
final class MeshRun {
  private static final Duration FIRST_CALL_PATIENCE = Duration.ofSeconds(10);

  private final Children children;
  private final ContestOptions options;
  private final Mesh mesh;
  private final Wrk wrk;

  private MeshRun(Children children, ContestOptions options, Path folder)
      throws IOException, InterruptedException {
    this.children = children;
    this.options = options;
    wrk = new Wrk(children, options, folder);
    mesh = Mesh.start(children, options, folder);
  }

  /**
   * All that was seen.
   *
   * @param levels in the order asked for
   * @param warmup what wrk saw before, whose errors count too
   * @param exact the answers compared one by one
   * @param peakRssMiB by process
   * @param answered calls that were answered rightly, warm-up included
   * @param reached calls that reached the providers, by their own count
   */
  record Outcome(
      List<Level> levels,
      Wrk.Outcome warmup,
      ExactCheck.Outcome exact,
      Map<String, Double> peakRssMiB,
      long answered,
      long reached) {
    long errors() {
      return warmup.errors()
          + exact.errors()
          + levels.stream().mapToLong(level -> level.wrk().errors()).sum();
    }
  }

  /** Does all of it and ends what it started. */
  static Outcome run(Children children, ContestOptions options, Path folder)
      throws IOException, InterruptedException {
    return new MeshRun(children, options, folder).run();
  }

  private Outcome run() throws IOException, InterruptedException {
    awaitFirstAnswer();
    Progress.say("warm-up: %d s at %d", options.warmupSeconds, options.highestLevel());
    Wrk.Outcome warmup = load(options.highestLevel(), Math.max(1, options.warmupSeconds));
    List<Level> levels = new ArrayList<>();
    for (int connections : options.levels) {
      levels.add(level(connections));
    }
    Progress.say("comparing %d answers one by one", options.checks);
    ExactCheck.Outcome exact = ExactCheck.run(mesh.url(), options.checks, options.seed);
    Map<String, Double> peaks = new LinkedHashMap<>();
    mesh.all().forEach(child -> peaks.put(child.name(), child.peakRssMiB()));
    children.endAll();
    return new Outcome(levels, warmup, exact, peaks, answered(warmup, levels, exact), reached());
  }

  /** Ready is the agents' own word; the run starts with the first right answer. */
  private void awaitFirstAnswer() throws InterruptedException {
    Child consumer = mesh.all().get(0);
    consumer.await(
        () -> ExactCheck.oneIsRight(mesh.url()), "answers a first call", FIRST_CALL_PATIENCE);
  }

  private Level level(int connections) throws IOException, InterruptedException {
    Progress.say("%d connections for %d s", connections, options.seconds);
    CpuMeter cpu = CpuMeter.start(mesh.all());
    Wrk.Outcome seen = load(connections, options.seconds);
    return new Level(connections, options.ceiling(connections), seen, cpu.per100k(seen.calls()));
  }

  private Wrk.Outcome load(int connections, int seconds) throws IOException, InterruptedException {
    return wrk.run(connections, seconds, mesh.url().toString());
  }

  private static long answered(Wrk.Outcome warmup, List<Level> levels, ExactCheck.Outcome exact) {
    long byWrk = levels.stream().mapToLong(level -> level.wrk().right()).sum();
    return warmup.right() + byWrk + exact.calls() - exact.errors();
  }

  private long reached() {
    return mesh.providers().stream().mapToLong(MeshRun::count).sum();
  }

  private static long count(Child provider) {
    return provider
        .line("calls: ")
        .map(line -> Long.parseLong(line.substring("calls: ".length())))
        .orElse(0L);
  }
}
