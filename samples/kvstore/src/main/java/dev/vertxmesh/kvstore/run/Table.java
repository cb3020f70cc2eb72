package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.StageRun.Outcome;
import java.util.Locale;

/** A run's figures with the articles' beside them, a line for each stage. */
final class Table {
  private static final String HEAD =
      "client    in flight  server         calls/s  of ceiling    p50 ms    p99 ms  errors"
          + "  CPU s/100,000  counted as there  articles";
  private static final String LINE = "%-8s  %9d  %-10s  %10s  %10s  %8s  %8s  %6d  %13s  %16s  %8s";

  private final long readMillis;
  private final long writeMillis;

  Table(long readMillis, long writeMillis) {
    this.readMillis = readMillis;
    this.writeMillis = writeMillis;
  }

  String head() {
    return HEAD;
  }

  double shareOfCeiling(Outcome outcome) {
    return outcome.callsPerSecond() / outcome.stage().ceiling(readMillis, writeMillis);
  }

  String line(Outcome outcome) {
    Stage stage = outcome.stage();
    Tally tally = outcome.tally();
    double share = shareOfCeiling(outcome);
    return String.format(
        Locale.ROOT,
        LINE,
        stage.client(),
        stage.inFlight(),
        stage.server(),
        number(outcome.callsPerSecond()),
        share == 0 || stage.locked() == null ? "-" : number(share * 100) + " %",
        number(tally.percentileMillis(0.5)),
        number(tally.percentileMillis(0.99)),
        tally.errors(),
        number(outcome.cpuPer100k()),
        number(outcome.asPublished()),
        number(stage.published()));
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, value >= 1000 ? "%,.0f" : "%.2f", value);
  }
}
