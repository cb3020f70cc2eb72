package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures what both agents cost a native Dubbo client. Leaves with 0 if no call failed, 1 if one
 * did, and 2 if it couldn't run.
 */
@Command(
    name = "bench/passthrough",
    description = "A native Dubbo client through both agents, and straight to its provider.")
public final class PassThrough extends Bench {
  private static final Path FOLDER = Path.of("bench/target/passthrough");

  @Mixin private PassThroughOptions options = new PassThroughOptions();

  private PassThrough() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new PassThrough(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Children children = Children.in(FOLDER)) {
      Progress.say("through the agents: %d in flight", options.inFlight);
      ClientRun mesh = PassRun.mesh(children, options, FOLDER);
      Progress.say("straight to the provider: %d in flight", options.inFlight);
      ClientRun direct = PassRun.direct(children, options);
      ResultFile.publish(options.json, json(mesh, direct), text(mesh, direct));
      return mesh.errors() + direct.errors() == 0 ? 0 : 1;
    }
  }

  private String text(ClientRun mesh, ClientRun direct) {
    Table calls = new Table().row(options.inFlight + " in flight", "mesh", "direct", "ratio");
    calls.row(
        "calls/s",
        mesh.callsPerSecond(),
        direct.callsPerSecond(),
        mesh.callsPerSecond() / direct.callsPerSecond());
    for (String figure : new String[] {"p50Ms", "p99Ms"}) {
      calls.row(figure, mesh.client().getDouble(figure), direct.client().getDouble(figure));
    }
    calls.row("errors", mesh.errors(), direct.errors());
    return "Dubbo %s, no sleep in the provider, agents with %s%n%n%s%n%s%n%s"
        .formatted(
            options.dubbo,
            options.agentJavaOpts,
            calls,
            processes("through the agents", mesh),
            processes("straight to the provider", direct));
  }

  private static Table processes(String way, ClientRun outcome) {
    Table table = new Table().row(way, "CPU s per 100,000 calls", "peak RSS MiB");
    outcome
        .cpuPer100k()
        .forEach((name, cpu) -> table.row(name, cpu, outcome.peakRssMiB().get(name)));
    return table;
  }

  private JsonObject json(ClientRun mesh, ClientRun direct) {
    return new JsonObject()
        .put("dubbo", options.dubbo.toString())
        .put("inFlight", options.inFlight)
        .put("seconds", options.seconds)
        .put("warmupSeconds", options.warmupSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("mesh", mesh.json())
        .put("direct", direct.json());
  }
}
