package dev.vertxmesh.bench.starts;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.contest.Records;
import dev.vertxmesh.bench.contest.ResultFile;
import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.contest.Verdict;
import dev.vertxmesh.bench.load.AgentPlan;
import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.CheapPeers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Starts a consumer agent again and again, by each way, with a provider's agent there. Leaves with
 * 0 if it could, and with 2 if not: what it's held against are goals.
 */
@Command(
    name = "bench/starts",
    description = "From a consumer agent's start to the first answer, and its memory when idle.")
public final class StartsBench extends Bench {
  private static final Path FOLDER = Path.of("bench/target/starts");
  private static final String JAR = "java -jar";
  private static final String BIN = "bin/mesh-consumer";
  private static final double ANSWER_MILLIS = 350;
  private static final double IDLE_MIB = 64;

  @Mixin private StartsOptions options = new StartsOptions();

  private StartsBench() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new StartsBench(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Start> starts = new ArrayList<>();
    List<String> ways = options.jar ? List.of(JAR) : List.of(JAR, BIN);
    try (Children children = Children.in(FOLDER);
        CheapPeers peers = new CheapPeers()) {
      if (!options.jar) {
        Commands.archive(children, options.distribution);
      }
      AgentSet agents = AgentSet.start(children, AgentPlan.of("starts"), FOLDER, peers);
      agents.awaitReady();
      for (int i = 0; i < options.starts; i++) {
        for (String way : ways) {
          starts.add(start(children, way, agents.registry()));
          Progress.say("%s", starts.get(starts.size() - 1));
        }
      }
      agents.end();
    }
    List<Verdict> verdicts = verdicts(starts, ways);
    ResultFile.publish(options.json, json(starts, verdicts), text(starts, ways, verdicts));
    return 0;
  }

  private Start start(Children children, String way, Path registry)
      throws IOException, InterruptedException {
    Ports ports = Ports.of(2, 0);
    int port = ports.next();
    List<String> command =
        way.equals(JAR)
            ? Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR)
            : Commands.shipped(options.distribution, "", "mesh-consumer"); // with its defaults
    command.addAll(List.of("--port", "" + port, "--admin-port", "" + ports.next()));
    command.addAll(List.of("--registry", "file:" + registry));
    return Start.of(children, way, command, port, options);
  }

  private static List<Verdict> verdicts(List<Start> starts, List<String> ways) {
    List<Verdict> verdicts = new ArrayList<>();
    for (String way : ways) {
      double answer = worst(starts, way, Start::answerMillis);
      double idle = worst(starts, way, Start::idleMiB);
      verdicts.add(Verdict.goal(way + ": first answer, ms", answer, ANSWER_MILLIS, false));
      verdicts.add(Verdict.goal(way + ": idle, MiB", idle, IDLE_MIB, false));
    }
    return verdicts;
  }

  private static double worst(List<Start> starts, String way, ToDoubleFunction<Start> figure) {
    return sorted(starts, way, figure)[(int) of(starts, way).count() - 1];
  }

  private static double median(List<Start> starts, String way, ToDoubleFunction<Start> figure) {
    double[] sorted = sorted(starts, way, figure);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static double[] sorted(List<Start> starts, String way, ToDoubleFunction<Start> figure) {
    return of(starts, way).mapToDouble(figure).sorted().toArray();
  }

  private static Stream<Start> of(List<Start> starts, String way) {
    return starts.stream().filter(start -> start.way().equals(way));
  }

  private String text(List<Start> starts, List<String> ways, List<Verdict> verdicts) {
    Table table =
        new Table().row("way", "first answer, ms", "worst", "CPU s by then", "idle, MiB", "worst");
    for (String way : ways) {
      table.row(
          way,
          median(starts, way, Start::answerMillis),
          worst(starts, way, Start::answerMillis),
          median(starts, way, Start::cpuSeconds),
          median(starts, way, Start::idleMiB),
          worst(starts, way, Start::idleMiB));
    }
    return "a consumer agent, medians of %d starts each; idle after %d s%n%n%s%n%s"
        .formatted(options.starts, options.idleSeconds, table, Verdict.table(verdicts));
  }

  private JsonObject json(List<Start> starts, List<Verdict> verdicts) {
    return new JsonObject()
        .put("idleSeconds", options.idleSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("starts", new JsonArray(starts.stream().map(Records::json).toList()))
        .put("verdicts", Verdict.json(verdicts));
  }
}
