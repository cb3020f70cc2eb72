package dev.vertxmesh.bench.contest;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run with a native client; picocli fills it. */
final class PassThroughOptions {

  @Option(
      names = "--dubbo",
      description = "the provider's release: 2.6.12 or 3.3.6 (default: ${DEFAULT-VALUE})")
  DubboRelease dubbo = DubboRelease.V2;

  @Option(
      names = "--in-flight",
      description = "calls in flight at any time (default: ${DEFAULT-VALUE})")
  int inFlight = 512;

  @Option(names = "--seconds", description = "seconds measured (default: ${DEFAULT-VALUE})")
  int seconds = 20;

  @Option(
      names = "--warmup",
      description = "seconds before, of each of the two ways (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 20;

  @Option(
      names = "--agent-java-opts",
      description = "JVM options of both agents (default: ${DEFAULT-VALUE})")
  String agentJavaOpts = ContestOptions.AGENT_JAVA_OPTS;

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  Path json = Path.of("bench/target/passthrough.json");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  boolean help;

  /** The same as the contest's run says it, without a sleep in the provider. */
  ContestOptions asContest() {
    ContestOptions contest = new ContestOptions();
    contest.dubbo = dubbo;
    contest.delayMillis = 0;
    contest.seconds = seconds;
    contest.warmupSeconds = warmupSeconds;
    contest.agentJavaOpts = agentJavaOpts;
    return contest;
  }
}
