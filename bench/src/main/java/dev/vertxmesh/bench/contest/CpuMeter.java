package dev.vertxmesh.bench.contest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The CPU time of some processes over a stretch of the run. */
final class CpuMeter {
  private static final double CALLS = 100_000;

  private final List<Child> children;
  private final Map<String, Double> before;

  private CpuMeter(List<Child> children) {
    this.children = children;
    before = sample(children);
  }

  /** From now on. */
  static CpuMeter start(List<Child> children) {
    return new CpuMeter(children);
  }

  /** CPU seconds per 100,000 calls since the start, by process, in their order. */
  Map<String, Double> per100k(long calls) {
    Map<String, Double> used = sample(children);
    used.replaceAll((name, now) -> (now - before.get(name)) / Math.max(1, calls) * CALLS);
    return used;
  }

  private static Map<String, Double> sample(List<Child> children) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    children.forEach(child -> seconds.put(child.name(), child.cpuSeconds()));
    return seconds;
  }
}
