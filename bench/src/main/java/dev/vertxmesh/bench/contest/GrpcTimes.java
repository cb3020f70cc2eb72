package dev.vertxmesh.bench.contest;

import picocli.CommandLine.Option;

/** What can be asked of each run of gRPC's echo; picocli fills it. */
abstract class GrpcTimes extends AgentOptions {

  @Option(
      names = "--seconds",
      description = "measured, of each way and each load (default: ${DEFAULT-VALUE})")
  int seconds = 15;

  @Option(
      names = "--warmup",
      description = "seconds before, of each way and each load (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 15;

  GrpcTimes(String bench) {
    super(bench);
  }
}
