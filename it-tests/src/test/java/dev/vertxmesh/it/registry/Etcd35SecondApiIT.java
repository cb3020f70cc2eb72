package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;

/** What is promised of a registry, of etcd 3.5 by its second API. */
class Etcd35SecondApiIT {

  @Nested
  class Contract extends EtcdContract {
    Contract() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class Faults extends EtcdFaults {
    Faults() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class Passwords extends EtcdPasswords {
    Passwords() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class Certificates extends EtcdTls {
    Certificates() {
      super(EtcdRelease.V3_5, 2);
    }
  }
}
