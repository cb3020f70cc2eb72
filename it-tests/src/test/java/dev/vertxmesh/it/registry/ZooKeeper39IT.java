package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.ZooKeepers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is promised of a registry, of ZooKeeper 3.9. */
class ZooKeeper39IT {

  @Nested
  class OneMember extends ZooKeeperFaults {
    OneMember() {
      super(ZooKeepers::new, 1);
    }

    @Test
    void aProvidersSessionExpires() {
      losesNoCallWhenAProvidersSessionExpires();
    }
  }

  @Nested
  class ThreeMembers extends ZooKeeperClusterFaults {
    ThreeMembers() {
      super(ZooKeepers::new);
    }

    @Test
    void anAgentThatStartsWhileAllAreAwayBeginsWithWhatAnotherKnew() {
      awaitTruth();
      zookeeper().members().forEach(ZooKeepers.Member::kill);
      try (Agent another = agent()) {
        another.start();
        assertThat(another.http().hash("hello").status()).isEqualTo(200);
        assertThat(new SeenByAgent(another, Samples.HELLO).isStale()).isTrue();
      } finally {
        zookeeper().start();
      }
      awaitTruth();
    }
  }
}
