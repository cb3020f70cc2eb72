package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.Layout;
import java.util.List;
import java.util.Optional;

/** Endpoints as entries like agents', and why objects can't be understood. */
final class EndpointLayout implements Layout {

  /** Who is there, and isn't to be called. */
  static final String GONE = new AgentLayout().tombstone().orElseThrow();

  private static final String PROBLEM = "!";

  private final Layout agents = new AgentLayout();

  /** An entry that tells of no instance, but why there is none. */
  static String problem(String why) {
    return PROBLEM + why;
  }

  @Override
  public boolean concerns(String name) {
    return true;
  }

  @Override
  public Optional<Instance> read(String name, String value) {
    if (value.startsWith(PROBLEM)) {
      throw new IllegalArgumentException(value.substring(PROBLEM.length()));
    }
    return agents.read(name, value);
  }

  @Override
  public List<Instance> join(List<Instance> entries) {
    return entries;
  }

  @Override
  public String name(Instance instance) {
    return agents.name(instance);
  }

  @Override
  public String value(Instance instance, long grant) {
    return agents.value(instance, grant);
  }

  @Override
  public Optional<Instance> reread(Instance written, String value) {
    return agents.reread(written, value);
  }

  @Override
  public Optional<String> tombstone() {
    return Optional.empty();
  }
}
