package dev.vertxmesh.bench.growth;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class GrowthOptions {
  @Option(
      names = "--curves",
      split = ",",
      description = "one after the other: ${COMPLETION-CANDIDATES} (default: all)")
  List<Curve> curves = List.of(Curve.values());

  @Option(
      names = "--connections",
      split = ",",
      description =
          "of callers; as many as the process may have files open, where that's fewer (default:"
              + " ${DEFAULT-VALUE})")
  List<Integer> connections = List.of(1, 10, 100, 1_000, 5_000, 10_000, 20_000);

  @Option(names = "--services", split = ",", description = "default: ${DEFAULT-VALUE}")
  List<Integer> services = List.of(1, 10, 100, 1_000, 10_000);

  @Option(names = "--agents", split = ",", description = "default: ${DEFAULT-VALUE}")
  List<Integer> agents = List.of(1, 10, 100, 1_000);

  @Option(names = "--bodies", split = ",", description = "bytes (default: ${DEFAULT-VALUE})")
  List<Integer> bodies =
      List.of(1, 64, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20);

  @Option(names = "--loops", split = ",", description = "default: ${DEFAULT-VALUE}")
  List<Integer> loops = List.of(1, 2);

  @Option(names = "--in-flight", description = "calls at a time (default: ${DEFAULT-VALUE})")
  int inFlight = 32;

  @Option(names = "--turn", description = "ms of a turn (default: ${DEFAULT-VALUE})")
  int turnMillis = 500;

  @Option(names = "--turns", description = "at each place (default: ${DEFAULT-VALUE})")
  int turns = 5;

  @Option(
      names = "--warmup",
      description = "ms of calls before a curve's first place (default: ${DEFAULT-VALUE})")
  int warmupMillis = 8_000;

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  Path json = Path.of("bench/target/growth.json");

  @Option(names = "--plots", description = "where the plots go (default: ${DEFAULT-VALUE})")
  Path plots = Path.of("bench/target/growth");
}
