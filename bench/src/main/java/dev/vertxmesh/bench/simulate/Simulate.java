package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.bench.contest.Bench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the scenarios, prints their table, and puts it and the plots into the documentation. */
@Command(
    name = "bench/simulate",
    description = "The balancing in virtual time: shares, tails and errors, against plain ways.")
public final class Simulate extends Bench {

  /** Between these lines of the page is the table. */
  private static final Pattern TABLE =
      Pattern.compile("(<!-- simulation -->\n).*(<!-- /simulation -->)", Pattern.DOTALL);

  @Option(names = "--quick", description = "only what takes a few seconds, and writes nothing")
  private boolean quick;

  @Option(names = "--only", description = "the scenario of this name alone, and writes nothing")
  private String only;

  @Option(names = "--docs", description = "where the page is (default: ${DEFAULT-VALUE})")
  private Path docs = Path.of("docs");

  private Simulate() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Simulate(), args);
  }

  @Override
  public Integer call() throws IOException {
    List<Scenario> scenarios = quick ? Scenarios.quick() : Scenarios.full();
    StringBuilder table = new StringBuilder();
    for (Scenario scenario : scenarios) {
      if (only == null || only.equals(scenario.name())) {
        String section = run(scenario);
        System.out.println(section);
        table.append(section).append('\n');
      }
    }
    if (!quick && only == null) {
      putInto(docs.resolve("balancing.md"), table.toString());
    }
    return 0;
  }

  private String run(Scenario scenario) throws IOException {
    StringBuilder rows = new StringBuilder();
    rows.append("**").append(scenario.title()).append("**\n\n").append(head(scenario));
    List<Figures> all = new ArrayList<>();
    for (Contender contender : scenario.contenders()) {
      long begin = System.nanoTime();
      Figures figures = new Simulation(scenario, contender).run();
      System.err.printf(
          Locale.ROOT,
          "%s, %s: %.1f s%n",
          scenario.name(),
          contender.label(),
          (System.nanoTime() - begin) / 1e9);
      all.add(figures);
      rows.append(row(scenario, contender, figures));
    }
    if (scenario.changes()) {
      rows.append("\n![").append(scenario.title()).append("](plots/");
      rows.append(scenario.name()).append(".svg)\n");
      if (!quick && only == null) {
        plot(scenario, all);
      }
    }
    return rows.toString();
  }

  private static String head(Scenario scenario) {
    return scenario.changes()
        ? """
        | | p99, first 10 s | p99 after | errors, first 10 s | errors after | share of the first | share error |
        |---|---|---|---|---|---|---|
        """
        : """
        | | p50 | p99 | errors | share of the first | share error |
        |---|---|---|---|---|---|
        """;
  }

  private static String row(Scenario scenario, Contender contender, Figures f) {
    if (scenario.changes()) {
      return String.format(
          Locale.ROOT,
          "| %s | %.0f ms | %.0f ms | %.2f %% | %.3f %% | %.2f %% | %.1f %% |%n",
          contender.label(),
          f.freshMillis(0.99),
          f.settledMillis(0.99),
          f.freshErrorPercent(),
          f.settledErrorPercent(),
          f.firstSharePercent(),
          f.shareErrorPercent());
    }
    return String.format(
        Locale.ROOT,
        "| %s | %.0f ms | %.0f ms | %.3f %% | %.2f %% | %.1f %% |%n",
        contender.label(),
        f.settledMillis(0.5),
        f.settledMillis(0.99),
        f.settledErrorPercent(),
        f.firstSharePercent(),
        f.shareErrorPercent());
  }

  private void plot(Scenario scenario, List<Figures> all) throws IOException {
    String[] labels = scenario.contenders().stream().map(Contender::label).toArray(String[]::new);
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      Contender contender = scenario.contenders().get(i);
      if (contender.equals(Contender.ADAPTIVE)
          || contender.equals(Contender.PLAIN)
          || contender.equals(Contender.RANDOM)) {
        shown.add(i);
      }
    }
    Plot plot =
        new Plot(
            scenario.title(),
            Across.seconds(scenario.seconds(), Figures.sliceSeconds()),
            shown.stream().map(i -> labels[i]).toArray(String[]::new));
    plot.chart("p99, ms", true, lines(shown, i -> all.get(i).p99()));
    plot.chart("errors, %", false, lines(shown, i -> all.get(i).errors()));
    if (scenario.providers() <= 1_000) {
      plot.chart("calls to the first, %", false, lines(shown, i -> all.get(i).firstShares()));
    }
    Path folder = Files.createDirectories(docs.resolve("plots"));
    Files.writeString(folder.resolve(scenario.name() + ".svg"), plot.toString());
  }

  private static double[][] lines(List<Integer> shown, IntFunction<double[]> line) {
    return shown.stream().map(line::apply).toArray(double[][]::new);
  }

  private static void putInto(Path page, String table) throws IOException {
    String text = Files.readString(page, StandardCharsets.UTF_8);
    Matcher place = TABLE.matcher(text);
    if (!place.find()) {
      throw new IOException(page + ": expected the lines <!-- simulation --> and its end");
    }
    Files.writeString(page, place.replaceFirst("$1" + Matcher.quoteReplacement(table) + "$2"));
  }
}
