package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.AgentOptions;
import dev.vertxmesh.bench.contest.Etcd;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class SoakOptions extends AgentOptions {
  @Option(
      names = "--minutes",
      description = "how long, after the capacity is known (default: ${DEFAULT-VALUE})")
  double minutes = 60;

  @Option(
      names = "--share",
      description = "of the capacity that is asked for (default: ${DEFAULT-VALUE})")
  double share = 0.8;

  @Option(
      names = "--rate",
      description =
          "calls a second that are asked for; 0 for --share of a capacity that is measured before"
              + " (default: ${DEFAULT-VALUE})")
  double rate = 0;

  @Option(
      names = "--warmup",
      description = "seconds of full load before the capacity is measured (default: 30)")
  int warmupSeconds = 30;

  @Option(
      names = "--capacity",
      description = "seconds over which the capacity is measured (default: ${DEFAULT-VALUE})")
  int capacitySeconds = 15;

  @Option(names = "--in-flight", description = "most calls in flight (default: ${DEFAULT-VALUE})")
  int inFlight = 128;

  @Option(
      names = "--sample",
      description = "seconds from one look at the agents to the next (default: ${DEFAULT-VALUE})")
  int sampleSeconds = 5;

  @Option(names = "--pause", description = "seconds between two acts (default: ${DEFAULT-VALUE})")
  int pauseSeconds = 3;

  @Option(
      names = "--etcd",
      description =
          "etcd's program; without it the newest of ~/.cache/vertx-mesh, where"
              + " ./mesh-test puts it, or /usr/bin/etcd")
  Path etcd = Etcd.newest();

  @Option(names = "--seed", description = "of what comes and goes (default: ${DEFAULT-VALUE})")
  long seed = 1;

  SoakOptions() {
    super("soak");
  }
}
