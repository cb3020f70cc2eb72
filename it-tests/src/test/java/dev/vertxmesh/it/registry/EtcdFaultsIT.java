package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;

/** The same faults of every etcd. */
class EtcdFaultsIT {

  @Nested
  class OfEtcd35ByItsSecondApi extends EtcdFaults {
    OfEtcd35ByItsSecondApi() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class OfEtcd34 extends EtcdFaults {
    OfEtcd34() {
      super(EtcdRelease.V3_4, 3);
    }
  }

  @Nested
  class OfEtcd35 extends EtcdFaults {
    OfEtcd35() {
      super(EtcdRelease.V3_5, 3);
    }
  }

  @Nested
  class OfEtcd36 extends EtcdFaults {
    OfEtcd36() {
      super(EtcdRelease.V3_6, 3);
    }
  }
}
