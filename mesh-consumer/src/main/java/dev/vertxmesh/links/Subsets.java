package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Of all instances those that this consumer calls, each with the services that it calls there. */
record Subsets(Subset subset) {

  /**
   * An instance whose services nobody has told yet is always among them: whom else to ask for them?
   */
  List<Instance> of(Collection<Instance> instances) {
    if (subset.isAll()) {
      return List.copyOf(instances);
    }
    Map<ServiceKey, List<Instance>> byService = new HashMap<>();
    for (Instance instance : instances) {
      for (ServiceKey service : instance.services()) {
        byService.computeIfAbsent(service, key -> new ArrayList<>()).add(instance);
      }
    }
    Map<Instance, List<ServiceKey>> dropped = new IdentityHashMap<>();
    byService.forEach((service, all) -> drop(service, all, dropped));
    List<Instance> taken = new ArrayList<>(instances.size());
    for (Instance instance : instances) {
      List<ServiceKey> others = dropped.getOrDefault(instance, List.of());
      if (others.isEmpty()) {
        taken.add(instance);
      } else if (others.size() < instance.services().size()) {
        List<ServiceKey> left = new ArrayList<>(instance.services());
        left.removeAll(others);
        taken.add(instance.serving(left));
      }
    }
    return taken;
  }

  /** A restarted instance may stand beside its former self for a while. */
  static Collection<Instance> newestByAddress(List<Instance> instances) {
    Map<HostPort, Instance> newest = new LinkedHashMap<>();
    for (Instance instance : instances) {
      newest.merge(
          instance.address(),
          instance,
          (a, b) -> a.startedAtMillis() > b.startedAtMillis() ? a : b);
    }
    return newest.values();
  }

  private void drop(
      ServiceKey service, List<Instance> all, Map<Instance, List<ServiceKey>> dropped) {
    List<Instance> taken = subset.of(all, instance -> instance.address().toString());
    if (taken.size() == all.size()) {
      return;
    }
    int next = 0;
    for (Instance instance : all) { // the taken ones are in the same order
      if (next < taken.size() && taken.get(next) == instance) {
        next++;
      } else {
        dropped.computeIfAbsent(instance, key -> new ArrayList<>()).add(service);
      }
    }
  }
}
