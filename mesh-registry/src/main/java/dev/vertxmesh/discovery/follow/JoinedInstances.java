package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import java.util.Collection;
import java.util.List;

/** Those of all interfaces, each once. With thousands of them that isn't done without need. */
final class JoinedInstances {

  private List<List<Instance>> parts = List.of();
  private List<Instance> all = List.of();

  /** The same list for as long as they are the same. */
  List<Instance> of(Collection<FollowedInterface> interfaces) {
    List<List<Instance>> now = interfaces.stream().map(FollowedInterface::instances).toList();
    if (!isSame(now, parts)) {
      parts = now;
      all = ProviderInstances.distinct(now.stream().flatMap(List::stream).toList());
    }
    return all;
  }

  private static boolean isSame(List<List<Instance>> some, List<List<Instance>> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = some.get(i) == others.get(i);
    }
    return same;
  }
}
