package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ResultFile;
import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.contest.Verdict;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures a consumer agent in front of a registry with many services. Leaves with 0 if every
 * promise was kept, 1 if not, and 2 if it couldn't run.
 */
@Command(
    name = "bench/discovery",
    description =
        "Many services in a real registry: how soon a cold consumer agent knows them, how soon a"
            + " change has arrived there, and the memory that they take.")
public final class Discovery extends Bench {
  private static final Path FOLDER = Path.of("bench/target/discovery");
  private static final double MOST_READY_MILLIS = 3_000;
  private static final double MOST_CHANGE_MILLIS = 100;
  private static final double MOST_FEW_MIB = 10;
  private static final double MIB = 1 << 20;

  @Mixin private DiscoveryOptions options = new DiscoveryOptions();

  private Discovery() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Discovery(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Children children = Children.in(FOLDER)) {
      DiscoveryRun.Outcome outcome = DiscoveryRun.run(children, options, FOLDER);
      List<Verdict> verdicts = verdicts(outcome);
      ResultFile.publish(options.json, json(outcome, verdicts), text(outcome, verdicts));
      return Verdict.allKept(verdicts) ? 0 : 1;
    }
  }

  private static List<Verdict> verdicts(DiscoveryRun.Outcome outcome) {
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.add(
        new Verdict(
            "cold start until all are known, ms",
            outcome.slowest().knownMillis(),
            MOST_READY_MILLIS,
            false));
    verdicts.add(
        new Verdict(
            "the slowest change, ms", max(outcome.changeMillis()), MOST_CHANGE_MILLIS, false));
    if (outcome.few() != null) {
      verdicts.add(
          new Verdict(
              "a few of many, MiB of heap above idle",
              (outcome.few().heapBytes() - outcome.idle().heapBytes()) / MIB,
              MOST_FEW_MIB,
              false));
    }
    return verdicts;
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().skip(values.length / 2).findFirst().orElseThrow();
  }

  private String text(DiscoveryRun.Outcome outcome, List<Verdict> verdicts) {
    Table table =
        new Table()
            .row("", "this run")
            .row("instances in " + options.registry, outcome.instances())
            .row("JVM to ready, with one instance, ms", outcome.readyAloneMillis())
            .row("a change until it's called by, median ms", median(outcome.changeMillis()))
            .row("the same, slowest", max(outcome.changeMillis()))
            .row("heap for each instance, bytes", outcome.bytesEach());
    if (outcome.few() != null) {
      table
          .row("of many, following none: heap, MiB", outcome.idle().heapBytes() / MIB)
          .row("following a few: heap, MiB", outcome.few().heapBytes() / MIB)
          .row("following none: resident, MiB", outcome.idle().rssMiB())
          .row("following a few: resident, MiB", outcome.few().rssMiB());
    }
    return "%d services x %d instances, agents started by %s%n%n%s%n%s%n%s"
        .formatted(
            options.services,
            options.instances,
            options.jar ? "java -jar" : "bin/",
            starts(outcome),
            table,
            Verdict.table(verdicts));
  }

  private String starts(DiscoveryRun.Outcome outcome) {
    Table table =
        new Table().row("cold start", "ready, ms", "all known, ms", "CPU, s", "registry's CPU, s");
    for (int i = 0; i < outcome.starts().size(); i++) {
      DiscoveryRun.Start one = outcome.starts().get(i);
      table.row(i + 1, one.readyMillis(), one.knownMillis(), one.cpuSeconds(), one.serverSeconds());
    }
    DiscoveryRun.Start dubbo = outcome.dubbo();
    if (dubbo != null) {
      table.row(
          "Dubbo 3.3.6 itself", "", dubbo.knownMillis(), dubbo.cpuSeconds(), dubbo.serverSeconds());
    }
    return table.toString();
  }

  private JsonObject json(DiscoveryRun.Outcome outcome, List<Verdict> verdicts) {
    JsonArray changes = new JsonArray();
    Arrays.stream(outcome.changeMillis()).forEach(changes::add);
    JsonArray starts = new JsonArray();
    for (DiscoveryRun.Start one : outcome.starts()) {
      starts.add(json(one).put("readyMillis", one.readyMillis()));
    }
    JsonObject json = new JsonObject();
    if (outcome.dubbo() != null) {
      json.put("dubbo", json(outcome.dubbo()));
    }
    return json.put("registry", options.registry)
        .put("services", options.services)
        .put("instances", outcome.instances())
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("readyAloneMillis", outcome.readyAloneMillis())
        .put("startedBy", options.jar ? "java -jar" : "bin/")
        .put("starts", starts)
        .put("changeMillis", changes)
        .put("bytesEach", outcome.bytesEach())
        .put("verdicts", Verdict.json(verdicts));
  }

  private static JsonObject json(DiscoveryRun.Start one) {
    return new JsonObject()
        .put("knownMillis", one.knownMillis())
        .put("cpuSeconds", one.cpuSeconds())
        .put("registryCpuSeconds", one.serverSeconds());
  }
}
