package dev.vertxmesh.bench.contest;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run with many services; picocli fills it. */
final class DiscoveryOptions {

  @Option(names = "--etcd", description = "etcd's program (default: ${DEFAULT-VALUE})")
  Path etcd = Path.of("/usr/bin/etcd");

  @Option(names = "--services", description = "in etcd (default: ${DEFAULT-VALUE})")
  int services = 1_000;

  @Option(names = "--instances", description = "of each service (default: ${DEFAULT-VALUE})")
  int instances = 10;

  @Option(names = "--changes", description = "whose way is timed (default: ${DEFAULT-VALUE})")
  int changes = 20;

  @Option(
      names = "--agent-java-opts",
      description = "JVM options of the consumer agents (default: ${DEFAULT-VALUE})")
  String agentJavaOpts = ContestOptions.AGENT_JAVA_OPTS;

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  Path json = Path.of("bench/target/discovery.json");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  boolean help;
}
