package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Looks at each agent that stays, again and again, until it's told to end. A thread. */
final class Sampler implements Runnable {
  private static final double NANOS_AN_HOUR = 3.6e12;

  private final SoakMesh mesh;
  private final int everySeconds;
  private final long start = System.nanoTime();
  private final Map<String, List<Look>> looks = new LinkedHashMap<>();
  private volatile boolean ended;

  /**
   * @param hours since the run began
   */
  record Look(double hours, Map<Gauge, Double> values) {}

  Sampler(SoakMesh mesh, int everySeconds) {
    this.mesh = mesh;
    this.everySeconds = everySeconds;
    mesh.agents().keySet().forEach(name -> looks.put(name, new ArrayList<>()));
  }

  /** One look at each, now. */
  static Map<String, Map<Gauge, Double>> once(SoakMesh mesh)
      throws IOException, InterruptedException {
    Map<String, Map<Gauge, Double>> all = new LinkedHashMap<>();
    for (Map.Entry<String, Part> agent : mesh.agents().entrySet()) {
      Part part = agent.getValue();
      all.put(agent.getKey(), Sample.of(part.child().pid(), mesh.metrics(part)));
    }
    return all;
  }

  @Override
  public void run() {
    try {
      while (!ended) {
        look();
        TimeUnit.SECONDS.sleep(everySeconds);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      double hours = (System.nanoTime() - start) / NANOS_AN_HOUR;
      Map<String, Map<Gauge, Double>> now = once(mesh);
      synchronized (this) {
        now.forEach((name, values) -> looks.get(name).add(new Look(hours, values)));
      }
    } catch (IOException e) {
      Progress.say("a look at the agents failed: %s", e);
    }
  }

  void end() {
    ended = true;
  }

  /** All looks at each agent so far, but for those before so many hours. */
  synchronized Map<String, List<Look>> looks(double fromHours) {
    Map<String, List<Look>> late = new LinkedHashMap<>();
    looks.forEach(
        (name, all) ->
            late.put(name, all.stream().filter(look -> look.hours() >= fromHours).toList()));
    return late;
  }

  /** Of one gauge; needs three looks. */
  static Slope slope(List<Look> looks, Gauge gauge) {
    return Slope.of(
        looks.stream().mapToDouble(Look::hours).toArray(),
        looks.stream().mapToDouble(look -> look.values().get(gauge)).toArray());
  }
}
