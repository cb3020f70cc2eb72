package dev.vertxmesh.bench.distance;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run over distances; picocli fills it. */
final class DistanceOptions {

  @Option(
      names = "--near",
      split = ",",
      description = "round trips of the first tables, in ms (default: ${DEFAULT-VALUE})")
  List<Integer> near = List.of(0, 16, 64);

  @Option(
      names = "--near-rate",
      description = "MiB/s of the path of the first tables (default: ${DEFAULT-VALUE})")
  double nearRate = 400;

  @Option(names = "--calls", description = "of the first tables (default: ${DEFAULT-VALUE})")
  int calls = 10;

  @Option(
      names = "--far",
      description = "round trip of the other tables, in ms (default: ${DEFAULT-VALUE})")
  int far = 152;

  @Option(
      names = "--far-rate",
      description = "MiB/s of the path of the other tables (default: ${DEFAULT-VALUE})")
  double farRate = 50;

  @Option(
      names = "--repeat",
      description = "calls of each size, of which the median is told (default: ${DEFAULT-VALUE})")
  int repeat = 3;

  @Option(
      names = "--largest",
      description = "MiB of the largest request of the other tables (default: ${DEFAULT-VALUE})")
  int largest = 100;

  @Option(
      names = "--warmup",
      description = "calls of each way before anything is measured (default: ${DEFAULT-VALUE})")
  int warmupCalls = 60;

  @Option(
      names = "--window-max",
      description = "bytes of our largest windows (default: ${DEFAULT-VALUE})")
  int windowMax = 16 << 20;

  @Option(
      names = "--only",
      split = ",",
      description = "ways of these names alone; promises against TCP need TCP")
  List<String> only = List.of();

  @Option(names = "--plots", description = "where the plots go (default: ${DEFAULT-VALUE})")
  Path plots = Path.of("bench/target/distance");

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  Path json = Path.of("bench/target/distance.json");
}
