package dev.vertxmesh.it.registry;

import dev.vertxmesh.discovery.HostPort;
import dev.vertxmesh.it.harness.EtcdRelease;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The same promises of every registry. */
class RegistryContractIT {

  @Nested
  class OfAList extends ReadingContract {
    @Override
    String url() {
      return "static:h:3/com.x.A,h:1/com.x.A:1.0@g,dubbo://h:2";
    }

    @Override
    Set<HostPort> fill() {
      return Set.of(new HostPort("h", 1), new HostPort("h", 2), new HostPort("h", 3));
    }
  }

  @Nested
  class OfAFolder extends RegistryContract {
    @TempDir private Path folder;

    @Override
    String url() {
      return "file:" + folder;
    }

    @Override
    Keys keys() {
      return Keys.inFolder(folder);
    }
  }

  @Nested
  class OfEtcd34ByItsSecondApi extends EtcdContract {
    OfEtcd34ByItsSecondApi() {
      super(EtcdRelease.V3_4, 2);
    }
  }

  @Nested
  class OfEtcd35ByItsSecondApi extends EtcdContract {
    OfEtcd35ByItsSecondApi() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class OfEtcd34 extends EtcdContract {
    OfEtcd34() {
      super(EtcdRelease.V3_4, 3);
    }
  }

  @Nested
  class OfEtcd35 extends EtcdContract {
    OfEtcd35() {
      super(EtcdRelease.V3_5, 3);
    }
  }

  @Nested
  class OfEtcd36 extends EtcdContract {
    OfEtcd36() {
      super(EtcdRelease.V3_6, 3);
    }
  }
}
