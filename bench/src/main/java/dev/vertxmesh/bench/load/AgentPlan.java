package dev.vertxmesh.bench.load;

import dev.vertxmesh.bench.contest.AgentOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What to start as agents.
 *
 * @param name of the set, for their logs
 * @param jars the folder with both jars, or null for those of the project's build
 * @param javaOpts of each agent's JVM
 * @param flags of each agent, besides those that let them find one another
 */
public record AgentPlan(String name, Path jars, String javaOpts, List<String> flags) {
  /** A busy machine must not turn calls away. */
  private static final List<String> TAKE_ALL = List.of("--queue-target", "0");

  /** The project's build with the memory that the README promises. */
  public static AgentPlan of(String name) {
    return new AgentPlan(name, null, AgentOptions.AGENT_JAVA_OPTS, TAKE_ALL);
  }

  public AgentPlan withJars(Path folder) {
    return new AgentPlan(name, folder, javaOpts, flags);
  }

  public AgentPlan withJavaOpts(String options) {
    return new AgentPlan(name, jars, options, flags);
  }

  /** These besides. */
  public AgentPlan with(String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return new AgentPlan(name, jars, javaOpts, List.copyOf(all));
  }
}
