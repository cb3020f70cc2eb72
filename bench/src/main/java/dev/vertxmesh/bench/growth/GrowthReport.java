package dev.vertxmesh.bench.growth;

import dev.vertxmesh.bench.contest.Records;
import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.simulate.Across;
import dev.vertxmesh.bench.simulate.Plot;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Curves as JSON, as tables and as plots; the JSON has all that the others need. */
public final class GrowthReport {
  private static final double[] NO_LINE = {};

  private GrowthReport() {}

  static JsonArray json(List<Point> points) {
    return new JsonArray(points.stream().map(Records::json).toList());
  }

  /** All curves of a results' file, one table under the other. */
  public static String text(JsonObject results) {
    StringBuilder text = new StringBuilder();
    for (Curve curve : Curve.values()) {
      if (results.getJsonObject("curves").containsKey(curve.toString())) {
        text.append(text.isEmpty() ? "" : "\n").append(table(curve, results));
      }
    }
    return text.toString();
  }

  private static Table table(Curve curve, JsonObject results) {
    Table table =
        new Table()
            .row("", "calls/s", "CPU us a call", "", "bytes a call", "", "consumer's MiB", "")
            .row(curve.what(), "", "consumer", "provider", "consumer", "provider", "heap", "RSS");
    for (JsonObject point : points(curve, results)) {
      table.row(
          "%,d".formatted(point.getLong("x")),
          point.getDouble("calls"),
          point.getDouble("consumerUs"),
          point.getDouble("providerUs"),
          point.getDouble("consumerBytes"),
          point.getDouble("providerBytes"),
          point.getDouble("heapMiB"),
          point.getDouble("rssMiB"));
    }
    return table;
  }

  /** One curve, two charts. */
  static String plot(Curve curve, JsonObject results) {
    List<JsonObject> points = points(curve, results);
    List<String> labels = points.stream().map(point -> label(point.getLong("x"))).toList();
    Plot plot =
        new Plot(
            curve.what(),
            Across.steps(labels),
            "consumer's agent",
            "provider's agent",
            "consumer's heap after a collection",
            "consumer's resident memory");
    boolean logarithmic = curve == Curve.BODIES;
    plot.chart(
        "CPU of a call, microseconds",
        logarithmic,
        values(points, point -> point.getDouble("consumerUs")),
        values(points, point -> point.getDouble("providerUs")));
    plot.chart(
        "MiB",
        false,
        NO_LINE,
        NO_LINE,
        values(points, point -> point.getDouble("heapMiB")),
        values(points, point -> point.getDouble("rssMiB")));
    return plot.toString();
  }

  private static double[] values(List<JsonObject> points, ToDoubleFunction<JsonObject> value) {
    return points.stream().mapToDouble(value).toArray();
  }

  private static List<JsonObject> points(Curve curve, JsonObject results) {
    return results.getJsonObject("curves").getJsonArray(curve.toString()).stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static String label(long x) {
    if (x >= 1 << 20 && x % (1 << 20) == 0) {
      return (x >> 20) + " Mi";
    }
    return x >= 1 << 10 && x % (1 << 10) == 0 ? (x >> 10) + " Ki" : "%,d".formatted(x);
  }
}
