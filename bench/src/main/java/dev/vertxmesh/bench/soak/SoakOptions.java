package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class SoakOptions extends AgentOptions {
  @Option(
      names = "--minutes",
      description = "how long, after the capacity is known (default: ${DEFAULT-VALUE})")
  double minutes = 60;

  @Option(
      names = "--share",
      description = "of the capacity that is asked for (default: ${DEFAULT-VALUE})")
  double share = 0.8;

  @Option(
      names = "--rate",
      description =
          "calls a second that are asked for; 0 for --share of a capacity that is measured before"
              + " (default: ${DEFAULT-VALUE})")
  double rate = 0;

  @Option(
      names = "--warmup",
      description = "seconds of full load before the capacity is measured (default: 30)")
  int warmupSeconds = 30;

  @Option(
      names = "--capacity",
      description = "seconds over which the capacity is measured (default: ${DEFAULT-VALUE})")
  int capacitySeconds = 15;

  @Option(names = "--in-flight", description = "most calls in flight (default: ${DEFAULT-VALUE})")
  int inFlight = 128;

  @Option(
      names = "--sample",
      description = "seconds from one look at the agents to the next (default: ${DEFAULT-VALUE})")
  int sampleSeconds = 5;

  @Option(names = "--pause", description = "seconds between two acts (default: ${DEFAULT-VALUE})")
  int pauseSeconds = 3;

  @Option(
      names = "--etcd",
      description =
          "etcd's program; without it the newest of ~/.cache/vertx-mesh, where"
              + " ./mesh-test puts it, or /usr/bin/etcd")
  Path etcd = newestEtcd();

  @Option(names = "--seed", description = "of what comes and goes (default: ${DEFAULT-VALUE})")
  long seed = 1;

  SoakOptions() {
    super("soak");
  }

  private static Path newestEtcd() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path folder =
        cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    try (Stream<Path> found = Files.list(folder.resolve("vertx-mesh"))) {
      return found
          .filter(each -> each.getFileName().toString().startsWith("etcd-"))
          .map(each -> each.resolve("etcd"))
          .filter(Files::isExecutable)
          .max(Comparator.naturalOrder())
          .orElse(Path.of("/usr/bin/etcd"));
    } catch (IOException e) {
      return Path.of("/usr/bin/etcd");
    }
  }
}
