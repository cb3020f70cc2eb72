package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.AgentOptions;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class OverloadOptions {

  @Option(names = "--threads", description = "of the provider (default: ${DEFAULT-VALUE})")
  int threads = 200;

  @Option(
      names = "--delay",
      description = "milliseconds that a call takes in the provider (default: ${DEFAULT-VALUE})")
  int delayMillis = 50;

  @Option(
      names = "--connections",
      description = "of the closed loop that overloads (default: ${DEFAULT-VALUE})")
  int connections = 5_000;

  @Option(
      names = "--few",
      description =
          "connections of the closed loop that says the capacity, and of the one that"
              + " looks for recovery (default: ${DEFAULT-VALUE})")
  int few = 200;

  @Option(
      names = "--times",
      description = "the capacity, which the open loop offers (default: ${DEFAULT-VALUE})")
  int times = 10;

  @Option(
      names = "--open-connections",
      description = "of the open loop (default: ${DEFAULT-VALUE})")
  int openConnections = 1_500;

  @Option(
      names = "--greedy",
      description = "a greedy caller beside others, with a limit and without, in place of all that")
  boolean greedy;

  @Option(
      names = "--share",
      description =
          "percent of the capacity that the greedy caller's limit allows it (default:"
              + " ${DEFAULT-VALUE})")
  int sharePercent = 30;

  @Option(
      names = "--cpus",
      description = "processors of the agents and the provider, as taskset has them (default: all)")
  String cpus = "";

  @Option(names = "--seconds", description = "of each stretch (default: ${DEFAULT-VALUE})")
  int seconds = 15;

  @Option(names = "--warmup", description = "seconds before (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 15;

  @Option(
      names = "--consumer-options",
      description = "more options of the consumer's agent (default: none)")
  String consumerOptions = "";

  @Option(
      names = "--agent-java-opts",
      description = "JVM options of both agents (default: ${DEFAULT-VALUE})")
  String agentJavaOpts = AgentOptions.AGENT_JAVA_OPTS;
}
