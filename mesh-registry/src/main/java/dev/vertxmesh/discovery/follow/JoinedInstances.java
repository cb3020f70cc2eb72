package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Those of all interfaces, each address once. With thousands of them that isn't done without need:
 * an address whose entries are the same as before is the same instance.
 */
final class JoinedInstances {

  private record Joined(List<Instance> entries, Instance one) {}

  private List<List<Instance>> parts = List.of();
  private Map<HostPort, Joined> joined = Map.of();
  private List<Instance> all = List.of();

  /** The same list for as long as they are the same. */
  List<Instance> of(Collection<FollowedInterface> interfaces) {
    List<List<Instance>> now = interfaces.stream().map(FollowedInterface::instances).toList();
    if (!isSame(now, parts)) {
      parts = now;
      List<Instance> entries = new ArrayList<>();
      now.forEach(entries::addAll);
      Map<HostPort, Joined> before = joined;
      joined = new HashMap<>();
      List<Instance> each = new ArrayList<>();
      ProviderInstances.byAddress(entries)
          .forEach((address, some) -> each.add(one(address, some, before.get(address))));
      all = ProviderInstances.distinct(each);
    }
    return all;
  }

  /** Kept only where there is something to join. */
  private Instance one(HostPort address, List<Instance> entries, Joined before) {
    if (entries.size() == 1) {
      return entries.get(0);
    }
    Joined now =
        before != null && isSame(entries, before.entries)
            ? before
            : new Joined(entries, ProviderInstances.one(entries));
    joined.put(address, now);
    return now.one;
  }

  private static boolean isSame(List<?> some, List<?> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = some.get(i) == others.get(i);
    }
    return same;
  }
}
