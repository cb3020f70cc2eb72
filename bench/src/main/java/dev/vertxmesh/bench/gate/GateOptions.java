package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.contest.AgentOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class GateOptions extends AgentOptions {
  @Option(
      names = "--base",
      paramLabel = "FOLDER",
      description =
          "with the mesh-consumer.jar and mesh-provider.jar to compare with (default: the"
              + " project's build)")
  Path base;

  @Option(
      names = "--now",
      paramLabel = "FOLDER",
      description = "with both jars that are judged (default: the project's build)")
  Path now;

  @Option(
      names = "--base-name",
      description = "what the base is called in what is printed (default: ${DEFAULT-VALUE})")
  String baseName = "the project's build";

  @Option(
      names = "--most",
      description = "times the base's cost that a call may cost (default: ${DEFAULT-VALUE})")
  double most = 1.10;

  @Option(
      names = "--tries",
      description =
          "with new JVMs each, all of which must find a call dearer for it to count (default:"
              + " ${DEFAULT-VALUE})")
  int tries = 3;

  @Option(names = "--rounds", description = "turns of each build (default: ${DEFAULT-VALUE})")
  int rounds = 24;

  @Option(names = "--turn", description = "ms of a turn (default: ${DEFAULT-VALUE})")
  int turnMillis = 150;

  @Option(
      names = "--warmup",
      description =
          "ms for each path and build, before anything counts (default: ${DEFAULT-VALUE})")
  int warmupMillis = 1_500;

  @Option(
      names = "--warm-calls",
      description =
          "that each path and build must have made by then for the path to count (default:"
              + " ${DEFAULT-VALUE})")
  int warmCalls = 1_000;

  @Option(names = "--in-flight", description = "calls at a time (default: ${DEFAULT-VALUE})")
  int inFlight = 32;

  @Option(
      names = "--fewest-calls",
      description = "that a turn needs to count (default: ${DEFAULT-VALUE})")
  int fewestCalls = 50;

  /**
   * What the second compiler makes of a method hangs on what was called by then: two starts of one
   * build may differ for as long as they run. The first one's code is the same each time, and is
   * there within a second.
   */
  GateOptions() {
    super("gate");
    agentJavaOpts += " -XX:TieredStopAtLevel=1";
  }
}
