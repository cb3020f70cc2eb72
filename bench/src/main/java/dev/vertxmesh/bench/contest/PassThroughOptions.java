package dev.vertxmesh.bench.contest;

import picocli.CommandLine.Option;

/** What can be asked of a run with a native client; picocli fills it. */
final class PassThroughOptions extends AgentOptions {

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

  PassThroughOptions() {
    super("passthrough");
  }

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
