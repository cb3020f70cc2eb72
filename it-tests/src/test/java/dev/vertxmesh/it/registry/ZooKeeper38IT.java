package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.ZooKeepers;
import org.junit.jupiter.api.Nested;

/** What is promised of a registry, of ZooKeeper 3.8, whose sessions and watches end its own way. */
class ZooKeeper38IT {

  @Nested
  class OneMember extends ZooKeeperFaults {
    OneMember() {
      super(ZooKeepers::older, 1);
    }
  }

  @Nested
  class ThreeMembers extends ZooKeeperClusterFaults {
    ThreeMembers() {
      super(ZooKeepers::older);
    }
  }
}
