package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.ZooKeepers.Member;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of who is known when some of ZooKeeper's three members aren't well. */
abstract class ZooKeeperClusterFaults extends ZooKeeperFaults {

  private static final int MEMBERS = 3;

  ZooKeeperClusterFaults(Release release) {
    super(release, MEMBERS);
  }

  /** The agent, the provider and whoever else is there are connected to one of them each. */
  @Test
  void eachFollowerIsLostAndTheLeader() {
    underCalls(
        () -> {
          List<Member> members = List.copyOf(zookeeper().members());
          Member leader = leader();
          for (Member lost : members) {
            if (lost != leader) {
              loses(lost, "a follower lost");
            }
          }
          loses(leader(), "the leader lost");
        });
  }

  private Member leader() {
    return zookeeper().members().stream().filter(Member::leads).findFirst().orElseThrow();
  }

  private void loses(Member lost, String fault) {
    lost.kill();
    awaitTruth(fault);
    comes();
    awaitTruth(fault + ", and one comes");
    lost.start();
    awaitTruth(fault + ", and back");
  }

  /** The third one is alive, and alone. */
  @Override
  List<Member> most() {
    Member leader = leader();
    return zookeeper().members().stream()
        .sorted(Comparator.comparing(one -> one != leader))
        .limit(2)
        .toList();
  }
}
