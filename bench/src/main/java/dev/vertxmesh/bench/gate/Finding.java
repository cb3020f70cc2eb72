package dev.vertxmesh.bench.gate;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What one try found of one cost of one agent on one path.
 *
 * @param base what a call of the base's costs, the median of its turns
 * @param now the same of today's
 * @param ratio the median of the paired ratios
 * @param atLeast its lower bound, 0 if there were too few turns to tell
 */
record Finding(
    HotPath path,
    String agent,
    Cost cost,
    double base,
    double now,
    double ratio,
    double atLeast,
    boolean told) {

  /** A turn of each, one after the other. */
  record Pair(Side.Turn base, Side.Turn now) {}

  static Finding of(HotPath path, String agent, Cost cost, List<Pair> pairs) {
    double[] base = pairs.stream().mapToDouble(pair -> pair.base.cost(cost, agent)).toArray();
    double[] now = pairs.stream().mapToDouble(pair -> pair.now.cost(cost, agent)).toArray();
    double[] ratios = new double[base.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = now[i] / base[i];
    }
    PairedRatios paired = new PairedRatios(ratios);
    return new Finding(
        path,
        agent,
        cost,
        new PairedRatios(base).median(),
        new PairedRatios(now).median(),
        paired.median(),
        paired.atLeast(),
        paired.told());
  }

  /** Whether it's sure that a call costs more than so many times what it did. */
  boolean worseThan(double most) {
    return atLeast > most;
  }

  /** Whether it's of the same path, agent and cost. */
  boolean sameAs(Finding other) {
    return path == other.path && agent.equals(other.agent) && cost == other.cost;
  }

  String name() {
    return path + ", " + agent + ", " + cost.title();
  }

  JsonObject json() {
    return new JsonObject()
        .put("path", path.toString())
        .put("agent", agent)
        .put("cost", cost.title())
        .put("base", base)
        .put("now", now)
        .put("ratio", ratio)
        .put("atLeast", atLeast);
  }
}
