package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.MeshApplication;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.Layout;
import java.util.List;
import java.util.Optional;

/**
 * An instance stands under {@code APPLICATION/HOST:PORT}, as {@link ApplicationKeys} is told it;
 * what an agent announces at another agent's address, under {@code APPLICATION/HOST:PORT@AGENT}.
 * None is read.
 */
public final class ApplicationLayout implements Layout {

  private final Layout agents = new AgentLayout();

  @Override
  public boolean concerns(String name) {
    return false;
  }

  @Override
  public Optional<Instance> read(String name, String value) {
    return Optional.empty();
  }

  @Override
  public List<Instance> join(List<Instance> entries) {
    return entries;
  }

  @Override
  public String name(Instance instance) {
    String agent = instance.tags().getOrDefault(RegisteredUrl.AGENT_TAG, "");
    return MeshApplication.of(instance)
        + "/"
        + instance.address()
        + (agent.isEmpty() ? "" : "@" + agent);
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
