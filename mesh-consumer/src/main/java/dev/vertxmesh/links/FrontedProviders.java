package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Providers that have registered themselves, and have an agent that has, too: what the agent has of
 * them is called through it, and counts once. Knows no links.
 */
final class FrontedProviders {

  private final Collection<Instance> instances;

  /** Those before a provider that is registered. */
  private final List<Instance> agents;

  private final Set<HostPort> addresses;

  private FrontedProviders(Collection<Instance> instances, List<Instance> agents) {
    this.instances = instances;
    this.agents = agents;
    this.addresses = agents.stream().map(Instance::address).collect(Collectors.toSet());
  }

  /**
   * @param instances agents, and providers without one, each address once
   */
  static FrontedProviders of(Collection<Instance> instances) {
    Set<HostPort> providers = new HashSet<>();
    for (Instance instance : instances) {
      if (!instance.protocol().equals(Protocol.MESH)) {
        providers.add(instance.address());
      }
    }
    List<Instance> agents =
        instances.stream()
            .filter(one -> one.protocol().equals(Protocol.MESH))
            .filter(one -> one.fronts().stream().anyMatch(at -> providers.contains(at.address())))
            .toList();
    return new FrontedProviders(instances, agents);
  }

  /** Whether an agent at this address stands before a provider that is registered. */
  boolean isBefore(HostPort agent) {
    return addresses.contains(agent);
  }

  /**
   * All, without what of providers is called through their agents. One whose services nobody has
   * told yet is left out as a whole.
   *
   * @param isUsable whether an agent is the way to its provider now
   */
  Collection<Instance> without(Predicate<Instance> isUsable) {
    Map<HostPort, Set<ServiceKey>> had = new HashMap<>();
    for (Instance agent : agents) {
      if (isUsable.test(agent)) {
        for (ProviderAddress front : agent.fronts()) {
          had.computeIfAbsent(front.address(), at -> new HashSet<>()).addAll(agent.services());
        }
      }
    }
    return had.isEmpty() ? instances : without(had);
  }

  private List<Instance> without(Map<HostPort, Set<ServiceKey>> had) {
    List<Instance> left = new ArrayList<>(instances.size());
    for (Instance instance : instances) {
      Set<ServiceKey> gone = had.get(instance.address());
      if (gone == null || instance.protocol().equals(Protocol.MESH)) {
        left.add(instance);
        continue;
      }
      List<ServiceKey> others =
          instance.services().stream().filter(service -> !gone.contains(service)).toList();
      if (!others.isEmpty()) {
        left.add(others.size() == instance.services().size() ? instance : instance.serving(others));
      }
    }
    return left;
  }
}
