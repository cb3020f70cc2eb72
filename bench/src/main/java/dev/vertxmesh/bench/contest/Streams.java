package dev.vertxmesh.bench.contest;

import dev.vertxmesh.bench.contest.GrpcRun.Load;
import dev.vertxmesh.bench.contest.GrpcRun.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures an echo over gRPC's streams both ways, straight to vertx-grpc and through both agents:
 * messages and bytes a second. Leaves with 0 if there was no error, 1 if there was one, and 2 if it
 * couldn't run.
 */
@Command(
    name = "bench/streams",
    description = "An echo over gRPC's streams by vertx-grpc, and through both agents.")
public final class Streams extends Bench {
  private static final Path FOLDER = Path.of("bench/target/streams");
  private static final double MIB = 1 << 20;

  /** Of all messages in flight, so that the agents' memory isn't what is measured. */
  private static final int MOST_BYTES = 1 << 20;

  @Mixin private StreamsOptions options = new StreamsOptions();

  private Streams() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Streams(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    try (Children children = Children.in(FOLDER)) {
      for (int streams : options.streams) {
        for (int bytes : options.bytes) {
          int most = Math.min(options.inFlight, MOST_BYTES / bytes);
          Load load = new Load(Math.max(streams, most), bytes, streams);
          for (String way : List.of(GrpcRun.OURS, GrpcRun.MESH)) {
            Progress.say("%s, %d streams, %d bytes", way, streams, bytes);
            outcomes.add(GrpcRun.of(children, options, way, load, FOLDER));
          }
        }
      }
    }
    List<Verdict> verdicts = verdicts(outcomes);
    ResultFile.publish(options.json, json(outcomes, verdicts), text(outcomes, verdicts));
    return Verdict.allKept(verdicts) ? 0 : 1;
  }

  private static List<Verdict> verdicts(List<Outcome> outcomes) {
    long errors = outcomes.stream().mapToLong(each -> each.seen().errors()).sum();
    return List.of(new Verdict("errors", errors, 0, false));
  }

  private String text(List<Outcome> outcomes, List<Verdict> verdicts) {
    Table table =
        new Table()
            .row(
                "echo",
                "streams",
                "bytes",
                "in flight",
                "messages/s",
                "MiB/s",
                "p50 ms",
                "p99 ms",
                "errors");
    Table processes =
        new Table().row("echo", "streams", "bytes", "process", "us a message", "peak RSS MiB");
    for (Outcome each : outcomes) {
      Load load = each.load();
      ClientRun seen = each.seen();
      table.row(
          each.way(),
          load.streams(),
          load.bytes(),
          load.inFlight(),
          seen.callsPerSecond(),
          seen.callsPerSecond() * load.bytes() / MIB,
          seen.client().getDouble("p50Ms"),
          seen.client().getDouble("p99Ms"),
          seen.errors());
      seen.cpuPer100k()
          .forEach(
              (name, seconds) ->
                  processes.row(
                      each.way(),
                      load.streams(),
                      load.bytes(),
                      name,
                      seconds * 10, // microseconds of one
                      seen.peakRssMiB().get(name)));
    }
    return "an echo over streams, one connection, grpc-java's client with a direct executor%n%n%s%n%s%n%s"
        .formatted(table, processes, Verdict.table(verdicts));
  }

  private JsonObject json(List<Outcome> outcomes, List<Verdict> verdicts) {
    return new JsonObject()
        .put("seconds", options.seconds)
        .put("warmupSeconds", options.warmupSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("outcomes", new JsonArray(outcomes.stream().map(Outcome::json).toList()))
        .put("verdicts", Verdict.json(verdicts));
  }
}
