package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.AgentOptions;
import dev.vertxmesh.bench.contest.ContestException;
import java.util.List;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class OpenOptions extends AgentOptions {

  @Option(
      names = "--loads",
      split = ",",
      converter = OpenLoad.Reader.class,
      description =
          "one after the other: lone for one call in flight, calls a second, or percent of the"
              + " capacity (default: lone,1000,5000,50%%,80%%)")
  List<OpenLoad> loads =
      List.of("lone", "1000", "5000", "50%", "80%").stream().map(OpenLoad::of).toList();

  @Option(
      names = "--delay",
      description = "ms that each call sleeps in the provider (default: ${DEFAULT-VALUE})")
  int delayMillis = 0;

  @Option(names = "--threads", description = "of the provider (default: ${DEFAULT-VALUE})")
  int threads = 600;

  @Option(
      names = "--connections",
      description =
          "to the mesh, and calls in flight when the capacity is measured (default:"
              + " ${DEFAULT-VALUE})")
  int connections = 512;

  @Option(names = "--seconds", description = "of each turn (default: ${DEFAULT-VALUE})")
  int seconds = 10;

  @Option(
      names = "--turns",
      description = "of each way at each load, turn about (default: ${DEFAULT-VALUE})")
  int turns = 3;

  @Option(
      names = "--warmup",
      description = "seconds of calls by each way before (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 30;

  @Option(
      names = "--why",
      description = "says what fell within the slowest calls through the mesh, too")
  boolean why;

  @Option(
      names = "--sample",
      description = "with --why, ms between two looks at threads (default: ${DEFAULT-VALUE})")
  int sampleMillis = 1;

  @Option(
      names = "--slowest",
      description = "with --why, percent of the calls that are slow (default: ${DEFAULT-VALUE})")
  double slowestPercent = 1;

  @Option(
      names = "--scrape",
      description = "ms between two scrapes of both agents; 0 for none (default: ${DEFAULT-VALUE})")
  int scrapeMillis = 1_000;

  @Option(
      names = "--strace",
      split = ",",
      arity = "0..1",
      fallbackValue = "1,16,512",
      description =
          "counts both agents' system calls, too, with so many in flight (default of the value:"
              + " ${FALLBACK-VALUE})")
  List<Integer> strace = List.of();

  @Option(
      names = "--consumer-options",
      description = "more options of the consumer's agent (default: none)")
  String consumerOptions = "";

  @Option(
      names = "--provider-options",
      description = "more options of the provider's agent (default: none)")
  String providerOptions = "";

  OpenOptions() {
    super("open");
  }

  /**
   * That there's something to measure.
   *
   * @throws ContestException that names the option that is too small or too large
   */
  void check() {
    atLeastOne("--seconds", seconds);
    atLeastOne("--turns", turns);
    atLeastOne("--connections", connections);
    atLeastOne("--sample", sampleMillis);
    strace.forEach(each -> atLeastOne("--strace", each));
    if (!(slowestPercent > 0 && slowestPercent < 100)) {
      throw new ContestException(
          "--slowest is %s; expected percent above 0 and under 100".formatted(slowestPercent));
    }
  }

  private static void atLeastOne(String option, int value) {
    if (value < 1) {
      throw new ContestException("%s is %d; expected at least 1".formatted(option, value));
    }
  }
}
