package dev.vertxmesh.bench.contest;

import picocli.CommandLine.Option;

/** What can be asked of a run with TLS and tokens; picocli fills it. */
final class SecuredOptions extends AgentOptions {

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
  int warmupSeconds = 40;

  SecuredOptions() {
    super("secured");
  }

  /** The same as the contest's run says it, without a sleep in the provider. */
  ContestOptions asContest() {
    ContestOptions contest = new ContestOptions();
    contest.delayMillis = 0;
    contest.warmupSeconds = warmupSeconds;
    contest.agentJavaOpts = agentJavaOpts;
    return contest;
  }
}
