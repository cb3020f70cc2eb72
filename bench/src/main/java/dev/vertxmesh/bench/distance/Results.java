package dev.vertxmesh.bench.distance;

import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.contest.Verdict;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a run has found.
 *
 * @param near by round trip, in milliseconds, and way: calls of 1 MiB, one after the other
 * @param sizes by size, in bytes, and way
 * @param beside by way: small calls beside a large one
 */
record Results(
    DistanceOptions options,
    List<Way> ways,
    Map<Integer, List<Measured>> near,
    Map<Integer, List<Measured>> sizes,
    List<Measured> beside) {

  /** Beside the largest, which an option says. */
  private static final List<Integer> SIZES =
      List.of(Runner.KIB, 10 * Runner.KIB, 100 * Runner.KIB, Runner.MIB, 10 * Runner.MIB);

  /** Round trips that the promises are about. */
  private static final int PROMISED_NEAR = 64;

  private static final double FIRST_ROUND_TRIPS = 4;
  private static final double LATER_ROUND_TRIPS = 1.15;
  private static final double OF_TCP = 1.1;
  private static final double SMALL_MORE_MILLIS = 30;

  /** Says on its way how far it is, on standard error. */
  static Results measure(Runner runner, List<Way> ways, DistanceOptions options) {
    Map<Integer, List<Measured>> near = new LinkedHashMap<>();
    for (int millis : options.near) {
      Stretch stretch = new Stretch(millis, options.nearRate);
      near.put(
          millis,
          ways.stream()
              .map(way -> runner.calls(stretch, way, Runner.MIB, options.calls))
              .peek(one -> say(millis, one))
              .toList());
    }
    Stretch far = new Stretch(options.far, options.farRate);
    Map<Integer, List<Measured>> sizes = new LinkedHashMap<>();
    int largest = options.largest * Runner.MIB;
    SIZES.stream()
        .filter(size -> size < largest)
        .forEach(size -> sizes.put(size, new ArrayList<>()));
    sizes.put(largest, new ArrayList<>());
    List<Integer> all = List.copyOf(sizes.keySet());
    for (Way way : ways) {
      List<Measured> measured = runner.sizes(far, way, all, options.repeat);
      for (int i = 0; i < all.size(); i++) {
        sizes.get(all.get(i)).add(measured.get(i));
        say(options.far, measured.get(i));
      }
    }
    List<Measured> beside =
        ways.stream().filter(Way::shares).map(way -> runner.beside(far, way, largest)).toList();
    return new Results(options, ways, near, sizes, beside);
  }

  private static void say(int roundTrip, Measured one) {
    System.err.println(
        roundTrip + " ms, " + one.way().name() + ": " + Arrays.toString(one.millis()));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    near.forEach(
        (millis, measured) ->
            text.append("\n1 MiB, ms each; round trip ")
                .append("%d ms, %.0f MiB/s%n".formatted(millis, options.nearRate))
                .append(byCall(measured)));
    text.append("\nms, median of %d; round trip ".formatted(options.repeat))
        .append("%d ms, %.0f MiB/s%n".formatted(options.far, options.farRate))
        .append(bySize())
        .append("\n1 KiB every 10 ms beside %s, on one connection%n".formatted(name(largest())))
        .append(small())
        .append('\n');
    return text.toString();
  }

  private Table head(String corner, List<Measured> measured) {
    Table table = new Table();
    List<Object> head = new ArrayList<>(List.of(corner));
    measured.forEach(one -> head.add(one.way().name()));
    return table.row(head.toArray());
  }

  private static void row(
      Table table, String name, List<Measured> measured, ToDoubleFunction<Measured> value) {
    List<Object> row = new ArrayList<>(List.of(name));
    measured.forEach(one -> row.add(value.applyAsDouble(one)));
    table.row(row.toArray());
  }

  private Table byCall(List<Measured> measured) {
    Table table = head("call", measured);
    for (int i = 0; i < options.calls; i++) {
      int call = i;
      row(table, "" + (call + 1), measured, one -> one.millis()[call]);
    }
    return table;
  }

  private Table bySize() {
    Table table = head("bytes", sizes.get(largest()));
    sizes.forEach((size, measured) -> row(table, name(size), measured, Measured::median));
    return table;
  }

  private Table small() {
    Table table = head("", beside);
    row(table, "calls", beside, one -> one.millis().length);
    row(table, "p50 ms", beside, Measured::median);
    row(table, "p99 ms", beside, one -> one.quantile(0.99));
    row(table, "slowest", beside, one -> one.quantile(1));
    return table;
  }

  private int largest() {
    return options.largest * Runner.MIB;
  }

  private static String name(int bytes) {
    return bytes < Runner.MIB ? bytes / Runner.KIB + " KiB" : bytes / Runner.MIB + " MiB";
  }

  /** What issue 5 promises of windows that follow bandwidth x delay. */
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    near.getOrDefault(PROMISED_NEAR, List.of()).stream()
        .filter(one -> one.way().promised())
        .forEach(
            one -> {
              String calls = one.way().name() + ", 1 MiB, round trips: ";
              verdicts.add(most(calls + "first", one.first() / PROMISED_NEAR, FIRST_ROUND_TRIPS));
              verdicts.add(
                  most(calls + "later", one.slowestAfter() / PROMISED_NEAR, LATER_ROUND_TRIPS));
            });
    List<Measured> largest = sizes.get(largest());
    largest.stream()
        .filter(one -> one.way() instanceof TcpWay)
        .map(Measured::median)
        .forEach(
            tcp ->
                largest.stream()
                    .filter(one -> one.way().promised())
                    .map(
                        one ->
                            most(
                                one.way().name() + ", " + name(largest()) + " / TCP",
                                one.median() / tcp,
                                OF_TCP))
                    .forEach(verdicts::add));
    beside.stream()
        .filter(one -> one.way() instanceof LinkWay)
        .map(
            one ->
                most(
                    one.way().name() + ", small calls beside it, p99 ms",
                    one.quantile(0.99),
                    options.far + SMALL_MORE_MILLIS))
        .forEach(verdicts::add);
    return verdicts;
  }

  private static Verdict most(String what, double value, double bound) {
    return new Verdict(what, value, bound, false);
  }

  void plots(Path folder) throws IOException {
    Plots plots = new Plots(folder);
    for (Map.Entry<Integer, List<Measured>> one : near.entrySet()) {
      plots.calls(one.getKey(), one.getValue());
    }
    plots.sizes(options, sizes.keySet().stream().map(Results::name).toList(), ways, sizes.values());
  }

  JsonObject json() {
    JsonObject calls = new JsonObject();
    near.forEach((millis, measured) -> calls.put("" + millis, json(measured)));
    JsonObject bySize = new JsonObject();
    sizes.forEach((size, measured) -> bySize.put("" + size, json(measured)));
    return new JsonObject()
        .put("nearMibPerSecond", options.nearRate)
        .put("callsMillisByRoundTrip", calls)
        .put("farRoundTripMillis", options.far)
        .put("farMibPerSecond", options.farRate)
        .put("millisByBytes", bySize)
        .put("besideMillis", json(beside))
        .put("verdicts", Verdict.json(verdicts()));
  }

  private static JsonObject json(List<Measured> measured) {
    JsonObject json = new JsonObject();
    measured.forEach(one -> json.put(one.way().name(), array(one.millis())));
    return json;
  }

  private static JsonArray array(double[] values) {
    JsonArray array = new JsonArray();
    Arrays.stream(values).forEach(array::add);
    return array;
  }
}
