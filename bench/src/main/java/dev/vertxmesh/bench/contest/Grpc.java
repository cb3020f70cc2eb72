package dev.vertxmesh.bench.contest;

import dev.vertxmesh.bench.contest.GrpcRun.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures a unary gRPC echo: our server, grpc-java's two, and ours through both agents, with the
 * same client. Leaves with 0 if every promise was kept, 1 if one wasn't, and 2 if it couldn't run.
 */
@Command(
    name = "bench/grpc",
    description = "A unary echo by vertx-grpc, by grpc-java, and through both agents.")
public final class Grpc extends Bench {
  private static final Path FOLDER = Path.of("bench/target/grpc");
  private static final double OF_DIRECT = 0.5;
  private static final double OF_DEFAULT = 2;

  /** In flight from which on the goal is the lower one. */
  private static final int MANY = 1_000;

  private static final double OF_OURS = 0.40;
  private static final double OF_OURS_WITH_MANY = 0.30;

  @Mixin private GrpcOptions options = new GrpcOptions();

  private Grpc() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Grpc(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    try (Children children = Children.in(FOLDER)) {
      for (int level : options.levels) {
        for (String way : ways()) {
          Progress.say("%s, %d in flight", way, level);
          outcomes.add(GrpcRun.of(children, options, way, load(level), FOLDER));
        }
      }
    }
    List<Verdict> verdicts = verdicts(outcomes);
    ResultFile.publish(options.json, json(outcomes, verdicts), text(outcomes, verdicts));
    return Verdict.allKept(verdicts) ? 0 : 1;
  }

  private GrpcRun.Load load(int inFlight) {
    return new GrpcRun.Load(inFlight, options.bytes, 0);
  }

  private List<String> ways() {
    List<String> ways =
        new ArrayList<>(List.of(GrpcRun.OURS, GrpcRun.JAVA_DEFAULT, GrpcRun.JAVA_DIRECT));
    if (!options.withoutMesh) {
      ways.add(GrpcRun.MESH);
    }
    return ways;
  }

  private List<Verdict> verdicts(List<Outcome> outcomes) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int level : options.levels) {
      double ours = speed(outcomes, GrpcRun.OURS, level);
      double direct = speed(outcomes, GrpcRun.JAVA_DIRECT, level);
      double standard = speed(outcomes, GrpcRun.JAVA_DEFAULT, level);
      String what = "calls/s at " + level + ", vertx-grpc / ";
      verdicts.add(new Verdict(what + "grpc-java, direct", ours / direct, OF_DIRECT, true));
      verdicts.add(new Verdict(what + "its default", ours / standard, OF_DEFAULT, true));
    }
    if (!options.withoutMesh) {
      addGoals(verdicts, outcomes);
    }
    long errors = outcomes.stream().mapToLong(each -> each.seen().errors()).sum();
    verdicts.add(new Verdict("errors", errors, 0, false));
    return verdicts;
  }

  /** Of both agents: how close to the same server without them, and what more in flight cost. */
  private void addGoals(List<Verdict> verdicts, List<Outcome> outcomes) {
    for (int level : options.levels) {
      double share = speed(outcomes, GrpcRun.MESH, level) / speed(outcomes, GrpcRun.OURS, level);
      verdicts.add(
          Verdict.goal(
              "calls/s at " + level + ", both agents / direct",
              share,
              level < MANY ? OF_OURS : OF_OURS_WITH_MANY,
              true));
    }
    int few = Collections.min(options.levels);
    int many = Collections.max(options.levels);
    if (few < many) {
      verdicts.add(
          Verdict.goal(
              "agents' CPU a call at %d / at %d".formatted(many, few),
              cpuOfAgents(outcomes, many) / cpuOfAgents(outcomes, few),
              1,
              false));
    }
  }

  private static double cpuOfAgents(List<Outcome> outcomes, int level) {
    return seen(outcomes, GrpcRun.MESH, level).cpuPer100k().entrySet().stream()
        .filter(process -> process.getKey().contains("agent"))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static double speed(List<Outcome> outcomes, String way, int level) {
    return seen(outcomes, way, level).callsPerSecond();
  }

  private static ClientRun seen(List<Outcome> outcomes, String way, int level) {
    return outcomes.stream()
        .filter(outcome -> outcome.way().equals(way) && outcome.load().inFlight() == level)
        .findFirst()
        .orElseThrow()
        .seen();
  }

  private String text(List<Outcome> outcomes, List<Verdict> verdicts) {
    Table calls = new Table().row("echo", "in flight", "calls/s", "p50 ms", "p99 ms", "errors");
    Table processes =
        new Table().row("echo", "in flight", "process", "CPU s per 100,000", "peak RSS MiB");
    for (Outcome each : outcomes) {
      ClientRun seen = each.seen();
      calls.row(
          each.way(),
          each.load().inFlight(),
          seen.callsPerSecond(),
          seen.client().getDouble("p50Ms"),
          seen.client().getDouble("p99Ms"),
          seen.errors());
      seen.cpuPer100k()
          .forEach(
              (name, cpu) ->
                  processes.row(
                      each.way(), each.load().inFlight(), name, cpu, seen.peakRssMiB().get(name)));
    }
    return "unary echo of %d bytes, one connection, grpc-java's client with a direct executor%n%n%s%n%s%n%s"
        .formatted(options.bytes, calls, processes, Verdict.table(verdicts));
  }

  private JsonObject json(List<Outcome> outcomes, List<Verdict> verdicts) {
    return new JsonObject()
        .put("bytes", options.bytes)
        .put("seconds", options.seconds)
        .put("warmupSeconds", options.warmupSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("outcomes", new JsonArray(outcomes.stream().map(Outcome::json).toList()))
        .put("verdicts", Verdict.json(verdicts));
  }
}
