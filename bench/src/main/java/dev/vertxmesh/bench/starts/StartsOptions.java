package dev.vertxmesh.bench.starts;

import dev.vertxmesh.bench.contest.AgentOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of a run; picocli fills it. */
final class StartsOptions extends AgentOptions {

  @Option(
      names = "--distribution",
      description = "whose bin/ is one of the ways (default: ${DEFAULT-VALUE})")
  Path distribution = Path.of("bench/target/distribution");

  @Option(names = "--starts", description = "each way's (default: ${DEFAULT-VALUE})")
  int starts = 5;

  @Option(
      names = "--idle",
      description =
          "seconds after the first answer until memory is read (default: ${DEFAULT-VALUE})")
  int idleSeconds = 20;

  @Option(names = "--jar", description = "by java -jar alone, without a distribution")
  boolean jar;

  StartsOptions() {
    super("starts");
  }
}
