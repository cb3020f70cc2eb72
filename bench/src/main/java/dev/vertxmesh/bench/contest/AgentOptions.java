package dev.vertxmesh.bench.contest;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be asked of each run with agents; picocli fills it. */
public abstract class AgentOptions {
  /** The heap that the README promises the agents get by with. */
  public static final String AGENT_JAVA_OPTS =
      "-Xmx64m -XX:+UseSerialGC -XX:MaxDirectMemorySize=64m -XX:+ExitOnOutOfMemoryError";

  @Option(
      names = "--agent-java-opts",
      description = "JVM options of every agent (default: ${DEFAULT-VALUE})")
  public String agentJavaOpts = AGENT_JAVA_OPTS;

  @Option(names = "--json", description = "the results' file (default: ${DEFAULT-VALUE})")
  public Path json;

  /**
   * With their defaults.
   *
   * @param bench whose name the results' file has
   */
  protected AgentOptions(String bench) {
    json = Path.of("bench/target/" + bench + ".json");
  }
}
