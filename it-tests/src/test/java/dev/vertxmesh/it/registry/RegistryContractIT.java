package dev.vertxmesh.it.registry;

import dev.vertxmesh.address.HostPort;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** What every registry promises, of those that need no server. */
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
}
