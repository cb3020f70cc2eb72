package dev.vertxmesh.bench.contest;

import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run of gRPC's echo; picocli fills it. */
final class GrpcOptions extends AgentOptions {

  @Option(
      names = "--levels",
      split = ",",
      description = "calls in flight, one level after the other (default: ${DEFAULT-VALUE})")
  List<Integer> levels = List.of(100, 1000);

  @Option(names = "--bytes", description = "of each message (default: ${DEFAULT-VALUE})")
  int bytes = 60;

  @Option(
      names = "--seconds",
      description = "seconds measured, of each server at each level (default: ${DEFAULT-VALUE})")
  int seconds = 15;

  @Option(
      names = "--warmup",
      description = "seconds before, of each server at each level (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 15;

  @Option(names = "--without-mesh", description = "leaves out the way through both agents")
  boolean withoutMesh;

  GrpcOptions() {
    super("grpc");
  }
}
