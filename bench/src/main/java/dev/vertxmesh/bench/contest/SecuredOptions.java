package dev.vertxmesh.bench.contest;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run with TLS and tokens; picocli fills it. */
final class SecuredOptions {

  @Option(
      names = "--connections",
      description = "kept, each with one call in flight (default: ${DEFAULT-VALUE})")
  int connections = 512;

  @Option(names = "--seconds", description = "of each way's turn (default: ${DEFAULT-VALUE})")
  int seconds = 6;

  @Option(names = "--rounds", description = "of turns (default: ${DEFAULT-VALUE})")
  int rounds = 5;

  @Option(
      names = "--warmup",
      description = "seconds before, of each way (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 20;

  @Option(
      names = "--agent-java-opts",
      description = "JVM options of every agent (default: ${DEFAULT-VALUE})")
  String agentJavaOpts = ContestOptions.AGENT_JAVA_OPTS;

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  Path json = Path.of("bench/target/secured.json");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  boolean help;

  /** The same as the contest's run says it, without a sleep in the provider. */
  ContestOptions asContest() {
    ContestOptions contest = new ContestOptions();
    contest.delayMillis = 0;
    contest.warmupSeconds = warmupSeconds;
    contest.agentJavaOpts = agentJavaOpts;
    return contest;
  }
}
