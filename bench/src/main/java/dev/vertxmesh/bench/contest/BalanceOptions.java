package dev.vertxmesh.bench.contest;

import picocli.CommandLine.Option;

/** What can be asked of a run over unequal providers; picocli fills it. */
final class BalanceOptions extends AgentOptions {

  @Option(
      names = "--delay",
      description = "ms that each call sleeps in a provider (default: ${DEFAULT-VALUE})")
  int delayMillis = 50;

  @Option(
      names = "--seconds",
      description = "measured each time; faults begin midway (default: ${DEFAULT-VALUE})")
  int seconds = 10;

  @Option(
      names = "--rounds",
      description = "of adaptive and hand-set weights in turn (default: ${DEFAULT-VALUE})")
  int rounds = 3;

  @Option(
      names = "--warmup",
      description = "seconds of each way before anything is measured (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 10;

  @Option(
      names = "--connections",
      description = "with all well; nine tenths of all threads (default: ${DEFAULT-VALUE})")
  int connections = 270;

  @Option(
      names = "--fault-connections",
      description = "with one provider sick (default: ${DEFAULT-VALUE})")
  int faultConnections = 128;

  BalanceOptions() {
    super("balance");
  }

  /** The same as the contest's run says it. */
  ContestOptions asContest() {
    ContestOptions contest = new ContestOptions();
    contest.delayMillis = delayMillis;
    contest.seconds = seconds;
    contest.warmupSeconds = warmupSeconds;
    contest.agentJavaOpts = agentJavaOpts;
    return contest;
  }
}
