package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.AgentOptions;
import dev.vertxmesh.bench.contest.Etcd;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run with many services; picocli fills it. */
final class DiscoveryOptions extends AgentOptions {

  @Option(
      names = "--registry",
      description = "one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  Stock.Kind registry = Stock.Kind.etcd;

  @Option(
      names = "--etcd",
      description =
          "etcd's program; without it the newest of ~/.cache/vertx-mesh, where"
              + " ./mesh-test puts it, or /usr/bin/etcd")
  Path etcd = Etcd.newest();

  @Option(
      names = "--distribution",
      description = "whose bin/ starts the agents (default: ${DEFAULT-VALUE})")
  Path distribution = Path.of("bench/target/distribution");

  @Option(
      names = "--jar",
      description = "start the agents by java -jar instead, without an archive of classes")
  boolean jar;

  @Option(
      names = "--starts",
      description = "cold starts with all, of which the slowest counts (default: ${DEFAULT-VALUE})")
  int starts = 3;

  @Option(names = "--services", description = "in the registry (default: ${DEFAULT-VALUE})")
  int services = 1_000;

  @Option(names = "--instances", description = "of each service (default: ${DEFAULT-VALUE})")
  int instances = 10;

  @Option(
      names = "--per-application",
      description = "services that each application has (default: ${DEFAULT-VALUE})")
  int perApplication = 10;

  @Option(names = "--changes", description = "whose way is timed (default: ${DEFAULT-VALUE})")
  int changes = 20;

  @Option(
      names = "--many",
      description =
          "services in another place, of which an agent follows a few; 0 for none"
              + " (default: ${DEFAULT-VALUE})")
  int many = 10_000;

  @Option(names = "--few", description = "how many it follows (default: ${DEFAULT-VALUE})")
  int few = 20;

  DiscoveryOptions() {
    super("discovery");
  }
}
