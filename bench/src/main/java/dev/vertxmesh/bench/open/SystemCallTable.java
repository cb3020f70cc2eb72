package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.open.SystemCalls.Counted;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** System calls for each call, by their kinds and by calls in flight. */
record SystemCallTable(List<Counted> counted) {
  /** Of a name, by all together: what is rarer than one in so many calls isn't worth a row. */
  private static final double RARE = 0.005;

  @Override
  public String toString() {
    Table table = new Table();
    row(table, "event loops' system calls a call", each -> "consumer", each -> "provider");
    row(table, "calls in flight", Counted::inFlight, Counted::inFlight);
    for (String name : names()) {
      figures(table, name, each -> each.count(name));
    }
    figures(table, "all", StraceCounts::all);
    figures(table, "flushes", StraceCounts::flushes);
    figures(table, "buffers", StraceCounts::buffers);
    figures(table, "system calls of other threads", StraceCounts::others);
    row(table, "calls/s under strace", Counted::callsPerSecond, Counted::callsPerSecond);
    return table.toString();
  }

  private void figures(Table table, String name, ToDoubleFunction<StraceCounts> count) {
    row(
        table,
        name,
        each -> count.applyAsDouble(each.consumer()) / Math.max(1, each.calls()),
        each -> count.applyAsDouble(each.provider()) / Math.max(1, each.calls()));
  }

  /** First the consumer's, then the provider's. */
  private void row(
      Table table,
      String name,
      Function<Counted, Object> consumer,
      Function<Counted, Object> provider) {
    List<Object> cells = new ArrayList<>(List.of(name));
    counted.forEach(each -> cells.add(consumer.apply(each)));
    counted.forEach(each -> cells.add(provider.apply(each)));
    table.row(cells.toArray());
  }

  /** The most frequent first. */
  private List<String> names() {
    return counted.stream()
        .flatMap(each -> Stream.of(each.consumer(), each.provider()))
        .flatMap(each -> each.byName().keySet().stream())
        .distinct()
        .filter(name -> most(name) >= RARE)
        .sorted(Comparator.comparingDouble(this::most).reversed())
        .toList();
  }

  private double most(String name) {
    return counted.stream()
        .mapToDouble(
            each ->
                1.0
                    * Math.max(each.consumer().count(name), each.provider().count(name))
                    / Math.max(1, each.calls()))
        .max()
        .orElse(0);
  }

  JsonArray json() {
    return new JsonArray(
        counted.stream()
            .map(
                each ->
                    new JsonObject()
                        .put("inFlight", each.inFlight())
                        .put("calls", each.calls())
                        .put("consumer", json(each.consumer()))
                        .put("provider", json(each.provider())))
            .toList());
  }

  private static JsonObject json(StraceCounts counts) {
    return new JsonObject()
        .put("byName", new JsonObject(new LinkedHashMap<String, Object>(counts.byName())))
        .put("flushes", counts.flushes())
        .put("buffers", counts.buffers())
        .put("others", counts.others());
  }
}
