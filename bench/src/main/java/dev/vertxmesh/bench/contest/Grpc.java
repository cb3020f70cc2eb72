package dev.vertxmesh.bench.contest;

import dev.vertxmesh.bench.contest.GrpcRun.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures a unary gRPC echo: our server, grpc-java's two, and ours through both agents, with the
 * same client. Leaves with 0 if every promise was kept, 1 if one wasn't, and 2 if it couldn't run.
 */
@Command(
    name = "bench/grpc",
    description = "A unary echo by vertx-grpc, by grpc-java, and through both agents.")
public final class Grpc implements Callable<Integer> {
  private static final Path FOLDER = Path.of("bench/target/grpc");
  private static final double OF_DIRECT = 0.5;
  private static final double OF_DEFAULT = 2;

  @Mixin private GrpcOptions options = new GrpcOptions();

  private Grpc() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Grpc()).setExecutionExceptionHandler(Grpc::cannotRun);
    System.exit(line.execute(args));
  }

  private static int cannotRun(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(e instanceof ContestException)) {
      throw e;
    }
    line.getErr().println(e.getMessage());
    return 2;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    List<Outcome> outcomes = new ArrayList<>();
    try (Children children = new Children(FOLDER)) {
      Runtime.getRuntime().addShutdownHook(new Thread(children::close)); // Ctrl-C
      for (int level : options.levels) {
        for (String way : ways()) {
          Progress.say("%s, %d in flight", way, level);
          outcomes.add(GrpcRun.of(children, options, way, level, FOLDER));
        }
      }
    }
    List<Verdict> verdicts = verdicts(outcomes);
    ResultFile.publish(options.json, json(outcomes, verdicts), text(outcomes, verdicts));
    return verdicts.stream().allMatch(Verdict::pass) ? 0 : 1;
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
    long errors = outcomes.stream().mapToLong(Outcome::errors).sum();
    verdicts.add(new Verdict("errors", errors, 0, false));
    return verdicts;
  }

  private static double speed(List<Outcome> outcomes, String way, int level) {
    return outcomes.stream()
        .filter(outcome -> outcome.way().equals(way) && outcome.inFlight() == level)
        .findFirst()
        .orElseThrow()
        .callsPerSecond();
  }

  private String text(List<Outcome> outcomes, List<Verdict> verdicts) {
    Table calls = new Table().row("echo", "in flight", "calls/s", "p50 ms", "p99 ms", "errors");
    Table processes =
        new Table().row("echo", "in flight", "process", "CPU s per 100,000", "peak RSS MiB");
    for (Outcome each : outcomes) {
      JsonObject client = each.client();
      calls.row(
          each.way(),
          each.inFlight(),
          each.callsPerSecond(),
          client.getDouble("p50Ms"),
          client.getDouble("p99Ms"),
          each.errors());
      each.cpuPer100k()
          .forEach(
              (name, cpu) ->
                  processes.row(
                      each.way(), each.inFlight(), name, cpu, each.peakRssMiB().get(name)));
    }
    Table promises = new Table().row("promise", "measured", "target", "");
    for (Verdict verdict : verdicts) {
      promises.row(
          verdict.what(), verdict.value(), verdict.target(), verdict.pass() ? "pass" : "FAIL");
    }
    return "unary echo of %d bytes, one connection, grpc-java's client with a direct executor%n%n%s%n%s%n%s"
        .formatted(options.bytes, calls, processes, promises);
  }

  private JsonObject json(List<Outcome> outcomes, List<Verdict> verdicts) {
    return new JsonObject()
        .put("bytes", options.bytes)
        .put("seconds", options.seconds)
        .put("warmupSeconds", options.warmupSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("java", System.getProperty("java.runtime.version"))
        .put("outcomes", new JsonArray(outcomes.stream().map(Outcome::json).toList()))
        .put("verdicts", new JsonArray(verdicts.stream().map(Records::json).toList()));
  }
}
