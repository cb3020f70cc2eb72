package dev.vertxmesh.it.registry;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.testing.kubernetes.FakeKubernetes;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
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
  class OfEndpoints extends ReadingContract {
    private final FakeKubernetes kubernetes = new FakeKubernetes();

    @Override
    String url() {
      return "kubernetes:shop/orders?cache=none&wait=100&api=" + kubernetes.url();
    }

    @Override
    Set<HostPort> fill() {
      kubernetes.service("shop", "orders", "com.x.A");
      JsonObject other = FakeKubernetes.endpoint("10.0.0.2", "b");
      kubernetes.slice(
          "shop", "s", "orders", "dubbo", 1, FakeKubernetes.endpoint("10.0.0.1", "a"), other);
      return Set.of(new HostPort("10.0.0.1", 1), new HostPort("10.0.0.2", 1));
    }

    @AfterEach
    void stop() {
      kubernetes.close();
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
