package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.etcd.FollowingRegistry;
import dev.vertxmesh.discovery.etcd.StoreHealth;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.junit.jupiter.api.Test;

class FollowingRegistryTest {

  private final HandTime time = new HandTime();
  private final Promise<Void> storeClosed = Promise.promise();
  private final Future<Void> closed = new Stuck().close();

  /** As a connection may be whose other end stands still. */
  @Test
  void aStoreThatIsNeverClosedKeepsNobodyFromEnding() {
    time.pass(4_999);
    assertThat(closed.isComplete()).isFalse();
    time.pass(1);
    assertThat(closed.succeeded()).isTrue();
  }

  @Test
  void closedIsWhoseStoreIs() {
    time.pass(1);
    storeClosed.complete();
    time.pass(1);
    assertThat(closed.succeeded()).isTrue();
  }

  private final class Stuck extends FollowingRegistry {

    Stuck() {
      super(null, time.thread(), "test", 10);
    }

    @Override
    protected StoreHealth health() {
      return null;
    }

    @Override
    protected void begin() {}

    @Override
    protected void end() {}

    @Override
    protected Future<Void> leave() {
      return Future.succeededFuture();
    }

    @Override
    protected Future<Void> closeStore() {
      return storeClosed.future();
    }

    @Override
    public Future<Registration> announce(Instance instance) {
      return refusal();
    }

    @Override
    public long ageMillis() {
      return 0;
    }

    @Override
    public int malformed() {
      return 0;
    }
  }
}
