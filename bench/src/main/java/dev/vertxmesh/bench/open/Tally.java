package dev.vertxmesh.bench.open;

import dev.vertxmesh.samples.contest.CallTimes;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Within how many slow calls something fell, and within how many of the others: what falls as often
 * into one as into the other made none slow.
 */
final class Tally {
  static final String LATE = "load: came late";
  static final String NOTHING = "none of these";

  private final double slowestPercent;
  private final Map<String, long[]> within = new LinkedHashMap<>();
  private final long[] calls = new long[2];
  private double barMillis;

  Tally(double slowestPercent) {
    this.slowestPercent = slowestPercent;
  }

  /** A turn's calls, and what there was meanwhile. */
  void add(CallTimes times, List<Cause> causes) {
    int count = times.count();
    if (count == 0) {
      return;
    }
    long[] sorted = new long[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = times.took(i);
    }
    Arrays.sort(sorted);
    long slow = sorted[(int) Math.min(count - 1, count * (1 - slowestPercent / 100))];
    long bar = Math.max(1, (slow - sorted[count / 2]) / 2);
    barMillis = Math.max(barMillis, bar / 1e6);
    for (int i = 0; i < count; i++) {
      add(times, i, causes, bar, times.took(i) >= slow ? 0 : 1);
    }
  }

  private void add(CallTimes times, int call, List<Cause> causes, long bar, int kind) {
    calls[kind]++;
    long due = times.due(call);
    boolean any = false;
    for (Cause cause : causes) {
      boolean fell = cause.nanosWithin().applyAsLong(due, due + times.took(call)) >= bar;
      any |= fell;
      count(cause.name(), kind, fell);
    }
    boolean late = times.late(call) >= bar;
    count(LATE, kind, late);
    count(NOTHING, kind, !any && !late);
  }

  private void count(String name, int kind, boolean fell) {
    within.computeIfAbsent(name, first -> new long[2])[kind] += fell ? 1 : 0;
  }

  /** What a cause had to take for a call, at most; milliseconds. */
  double barMillis() {
    return barMillis;
  }

  /** Percent of the slow calls, and of all others, by cause. */
  Map<String, double[]> percent() {
    Map<String, double[]> percent = new LinkedHashMap<>();
    within.forEach(
        (name, counts) ->
            percent.put(
                name,
                new double[] {
                  100.0 * counts[0] / Math.max(1, calls[0]),
                  100.0 * counts[1] / Math.max(1, calls[1])
                }));
    return percent;
  }

  JsonObject json() {
    JsonObject causes = new JsonObject();
    percent()
        .forEach(
            (name, both) ->
                causes.put(name, new JsonObject().put("slow", both[0]).put("others", both[1])));
    return new JsonObject()
        .put("slowCalls", calls[0])
        .put("otherCalls", calls[1])
        .put("barMs", barMillis)
        .put("percentWithin", causes);
  }
}
