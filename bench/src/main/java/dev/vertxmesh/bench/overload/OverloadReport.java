package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.overload.Overload.Stretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** A run as a table, a column for each stretch. */
final class OverloadReport {

  private static final String[] NAMES = {"closed loop", "patient", "open loop"};
  private static final double PERCENT = 100;
  private static final double MICROS = 1e6;

  private final OverloadOptions options;
  private final Seen capacity;
  private final List<Stretch> stretches;
  private final Table table = new Table();

  /**
   * @param stretches in the order of their names
   */
  OverloadReport(OverloadOptions options, Seen capacity, List<Stretch> stretches) {
    this.options = options;
    this.capacity = capacity;
    this.stretches = stretches;
    List<Object> names = new ArrayList<>(List.of("", "capacity"));
    names.addAll(Arrays.asList(NAMES));
    table.row(names.toArray());
    calls();
    processors();
    watched("consumer-agent", Stretch::consumer);
    watched("provider-agent", Stretch::provider);
  }

  private void calls() {
    row("connections", options.few, Stretch::connections);
    seen("calls/s offered", Seen::offered);
    seen("goodput, calls/s", Seen::goodput);
    row("of the capacity", 1.0, Stretch::goodput);
    for (double part : new double[] {0.5, 0.99}) {
      String name = "p%.0f, ms, ".formatted(part * PERCENT);
      seen(name + "taken", seen -> seen.taken.millis(part));
      seen(name + "refused", seen -> seen.refused.millis(part));
    }
    seen("refused/s", seen -> seen.refused.count() / seen.seconds());
    seen("neither 200 nor 503", seen -> seen.other);
    seen("connections closed", seen -> seen.closed);
    seen("connections not made", seen -> seen.notMade);
    row("recovery, s", "", Stretch::recoverySeconds);
  }

  private void processors() {
    table.row("CPU, part of one processor");
    seen("  consumer-agent", seen -> seen.cpu.consumer() / seen.seconds());
    seen("  provider-agent", seen -> seen.cpu.provider() / seen.seconds());
    seen("  provider", seen -> seen.cpu.dubbo() / seen.seconds());
    seen("  load", seen -> seen.cpu.load() / seen.seconds());
    seen(
        "agents' CPU for each taken, us",
        seen -> (seen.cpu.consumer() + seen.cpu.provider()) / seen.taken.count() * MICROS);
  }

  private void watched(String name, Function<Stretch, Watch> agent) {
    row(name + ": health answered", "", stretch -> agent.apply(stretch).health());
    row("  slowest, ms", "", stretch -> agent.apply(stretch).longestMillis());
    row("  MiB before", "", stretch -> agent.apply(stretch).rssBefore());
    row("  MiB at the peak", "", stretch -> agent.apply(stretch).rssPeak());
  }

  private void seen(String name, Function<Seen, Object> figure) {
    row(name, figure.apply(capacity), stretch -> figure.apply(stretch.seen()));
  }

  private void row(String name, Object ofCapacity, Function<Stretch, Object> figure) {
    List<Object> cells = new ArrayList<>(List.of(name, ofCapacity));
    stretches.forEach(stretch -> cells.add(figure.apply(stretch)));
    table.row(cells.toArray());
  }

  @Override
  public String toString() {
    return "%d threads x %d ms, agents with %s%n%n%s%s"
        .formatted(options.threads, options.delayMillis, options.agentJavaOpts, table, notMade());
  }

  /** What the load couldn't offer says nothing of the agents. */
  private String notMade() {
    return stretches.stream()
        .map(stretch -> stretch.seen().whyNotMade)
        .filter(why -> !why.isEmpty())
        .findFirst()
        .map("%nthe first connection that wasn't made: %s%n"::formatted)
        .orElse("");
  }
}
