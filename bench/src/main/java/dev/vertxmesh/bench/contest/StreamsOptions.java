package dev.vertxmesh.bench.contest;

import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run of streams; picocli fills it. */
final class StreamsOptions extends GrpcTimes {

  @Option(
      names = "--streams",
      split = ",",
      description = "open at a time, one after the other (default: ${DEFAULT-VALUE})")
  List<Integer> streams = List.of(1, 1_000);

  @Option(
      names = "--bytes",
      split = ",",
      description = "of each message, one after the other (default: ${DEFAULT-VALUE})")
  List<Integer> bytes = List.of(60, 4 << 10);

  @Option(
      names = "--in-flight",
      description =
          "messages of 60 bytes at a time of all streams, and fewer of larger ones, but one of each"
              + " stream (default: ${DEFAULT-VALUE})")
  int inFlight = 1_000;

  StreamsOptions() {
    super("streams");
  }
}
