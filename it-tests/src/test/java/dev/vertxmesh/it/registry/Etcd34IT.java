package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is promised of a registry, of etcd 3.4. */
class Etcd34IT {

  @Nested
  class Contract extends EtcdContract {
    Contract() {
      super(EtcdRelease.V3_4, 3);
    }

    /**
     * Until 3.4.25 what tells how far a watch is overtakes what it watches (etcd's issue 15220).
     */
    @Override
    boolean isOrdered() {
      return false;
    }
  }

  @Nested
  class Faults extends EtcdFaults {
    Faults() {
      super(EtcdRelease.V3_4, 3);
    }
  }

  @Nested
  class Passwords extends EtcdPasswords {
    Passwords() {
      super(EtcdRelease.V3_4, 3);
    }

    @Test
    void itGoesOnWhenItsTokensHaveExpired() {
      outlivesItsTokens();
    }
  }

  @Nested
  class Certificates extends EtcdTls {
    Certificates() {
      super(EtcdRelease.V3_4, 3);
    }
  }
}
