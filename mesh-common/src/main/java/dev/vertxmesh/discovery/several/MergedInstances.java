package dev.vertxmesh.discovery.several;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What several registries tell, each instance once: an address at which the same protocol is spoken
 * is the same instance, whatever its ids are.
 *
 * @param instances in the order of their ids, none twice
 * @param tellers which of the registries tell of an address, by their places among all
 */
record MergedInstances(List<Instance> instances, Map<HostPort, List<Integer>> tellers) {

  static final MergedInstances NONE = new MergedInstances(List.of(), Map.of());

  private record Place(Protocol protocol, HostPort address) {}

  /**
   * @param told null for a registry that has told nothing yet
   */
  static MergedInstances of(List<List<Instance>> told) {
    Map<Place, Instance> merged = new LinkedHashMap<>();
    Map<HostPort, List<Integer>> tellers = new LinkedHashMap<>();
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i) != null) {
        add(i, told.get(i), merged, tellers);
      }
    }
    return new MergedInstances(inOrder(merged.values()), tellers);
  }

  /** Within one registry a restarted instance may stand beside its former self. */
  private static void add(
      int registry,
      List<Instance> told,
      Map<Place, Instance> merged,
      Map<HostPort, List<Integer>> tellers) {
    for (Instance instance : told) {
      Place place = new Place(instance.protocol(), instance.address());
      merged.merge(place, instance, MergedInstances::one);
      List<Integer> tell = tellers.computeIfAbsent(instance.address(), at -> new ArrayList<>(1));
      if (!tell.contains(registry)) {
        tell.add(registry);
      }
    }
  }

  /**
   * The newer one, and of two of the same age the one told first. A provider without an agent
   * registers each service by itself, in one registry earlier than in another, so it has those of
   * both; an agent's two entries are of one process only if they tell of the same start.
   */
  private static Instance one(Instance first, Instance second) {
    boolean isSecond = second.startedAtMillis() > first.startedAtMillis();
    Instance one = isSecond ? second : first;
    Instance other = isSecond ? first : second;
    boolean isSame =
        first.startedAtMillis() == second.startedAtMillis()
            || !one.protocol().equals(Protocol.MESH);
    if (!isSame) {
      return one;
    }
    Instance whole =
        one.services().containsAll(other.services())
            ? one
            : one.serving(
                Stream.concat(one.services().stream(), other.services().stream()).toList());
    return whole.callingBack(other.calledBack());
  }

  /** Two registries may have one id for two addresses: readers expect none twice. */
  private static List<Instance> inOrder(Iterable<Instance> all) {
    Map<String, Instance> byId = new TreeMap<>();
    all.forEach(instance -> byId.merge(instance.id(), instance, MergedInstances::newer));
    return byId.values().stream().sorted(Comparator.comparing(Instance::id)).toList();
  }

  private static Instance newer(Instance first, Instance second) {
    return second.startedAtMillis() > first.startedAtMillis() ? second : first;
  }
}
