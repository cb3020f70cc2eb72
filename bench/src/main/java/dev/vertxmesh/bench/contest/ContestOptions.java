package dev.vertxmesh.bench.contest;

import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
public final class ContestOptions extends AgentOptions {

  @Option(
      names = "--dubbo",
      description = "providers' release: 2.6.12 or 3.3.6 (default: ${DEFAULT-VALUE})")
  DubboRelease dubbo = DubboRelease.V2;

  @Option(
      names = "--delay",
      description = "ms that each call sleeps in the provider (default: ${DEFAULT-VALUE})")
  int delayMillis = 50;

  @Option(
      names = "--weights",
      split = ",",
      description = "of the providers, of which there are as many (default: 1,2,2)")
  List<Integer> weights = List.of(1, 2, 2);

  @Option(
      names = "--levels",
      split = ",",
      description = "connections, one level after the other (default: 128,256,512)")
  List<Integer> levels = List.of(128, 256, 512);

  @Option(
      names = "--seconds",
      description = "seconds measured at each level (default: ${DEFAULT-VALUE})")
  int seconds = 20;

  @Option(
      names = "--warmup",
      description =
          "seconds at the highest level before any is measured, and for the native client"
              + " (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 30;

  @Option(
      names = "--checks",
      description = "calls whose answers are compared one by one (default: ${DEFAULT-VALUE})")
  int checks = 20_000;

  @Option(names = "--wrk-threads", description = "threads of wrk (default: ${DEFAULT-VALUE})")
  int wrkThreads = 2;

  @Option(names = "--seed", description = "of the random strings (default: ${DEFAULT-VALUE})")
  int seed = 1;

  @Option(
      names = "--base-port",
      description = "first of the ports used; 0 for whichever are free (default: ${DEFAULT-VALUE})")
  int basePort = 0;

  ContestOptions() {
    super("contest");
  }

  /** The level that is compared with the native client. */
  int highestLevel() {
    return levels.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  /** Calls/s that the delay allows with so many in flight; infinite without a delay. */
  double ceiling(int inFlight) {
    return delayMillis == 0 ? Double.POSITIVE_INFINITY : inFlight * 1000.0 / delayMillis;
  }
}
