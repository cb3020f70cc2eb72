package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is promised of a registry, of etcd 3.6. */
class Etcd36IT {

  @Nested
  class Contract extends EtcdContract {
    Contract() {
      super(EtcdRelease.V3_6, 3);
    }
  }

  @Nested
  class Faults extends EtcdFaults {
    Faults() {
      super(EtcdRelease.V3_6, 3);
    }
  }

  @Nested
  class Passwords extends EtcdPasswords {
    Passwords() {
      super(EtcdRelease.V3_6, 3);
    }

    @Test
    void itGoesOnWhenItsTokensHaveExpired() {
      outlivesItsTokens();
    }
  }

  @Nested
  class Certificates extends EtcdTls {
    Certificates() {
      super(EtcdRelease.V3_6, 3);
    }
  }
}
