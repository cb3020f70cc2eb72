package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;

/** What every registry promises, of etcd 3.4 by its second API. */
class Etcd34SecondApiIT {

  @Nested
  class Contract extends EtcdContract {
    Contract() {
      super(EtcdRelease.V3_4, 2);
    }
  }
}
