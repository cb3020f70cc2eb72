package dev.vertxmesh.bench.contest;

import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run of unary calls; picocli fills it. */
final class GrpcOptions extends GrpcTimes {

  @Option(
      names = "--levels",
      split = ",",
      description = "calls in flight, one level after the other (default: ${DEFAULT-VALUE})")
  List<Integer> levels = List.of(100, 1000);

  @Option(names = "--bytes", description = "of each message (default: ${DEFAULT-VALUE})")
  int bytes = 60;

  @Option(names = "--without-mesh", description = "leaves out the way through both agents")
  boolean withoutMesh;

  GrpcOptions() {
    super("grpc");
  }
}
