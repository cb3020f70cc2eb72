package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.follow.FollowedStore;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a server in this process. */
class ZooKeeperFollowedTest {

  private static final int TICK_MILLIS = 2_000;

  private static final class Told implements FollowedStore.Listener {
    final List<Map<String, String>> entries = new CopyOnWriteArrayList<>();

    @Override
    public void onEntries(Map<String, String> all) {
      entries.add(all);
    }

    @Override
    public void onRefusal(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  @TempDir private Path folder;

  private final NIOServerCnxnFactory sockets = new NIOServerCnxnFactory();
  private ZooKeeperServer server;
  private ZooKeeperFollowed followed;

  @BeforeEach
  void start() throws Exception {
    server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
    sockets.configure(new InetSocketAddress("127.0.0.1", 0), 10);
    sockets.startup(server);
    Session session = new Session("127.0.0.1:" + sockets.getLocalPort(), 10_000, null);
    followed = new ZooKeeperFollowed(session, "/dubbo", "/services", "dubbo");
  }

  @AfterEach
  void end() {
    followed.close().toCompletionStage().toCompletableFuture().join();
    sockets.shutdown();
  }

  private int watches() {
    return server.getZKDatabase().getDataTree().getWatchCount();
  }

  /** All that was asked before is done. */
  private void answer() {
    followed.probe().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void aServerKeepsNoWatchOfWhatIsLeft() {
    Told told = new Told();
    List<FollowedStore.Watch> watches =
        List.of(
            followed.providers("com.x.Orders", told),
            followed.mapping("com.x.Orders", told),
            followed.instances("shop", told));
    await().until(() -> told.entries.size() >= 3);
    await().until(() -> watches() == 3);
    watches.forEach(FollowedStore.Watch::end);
    await().until(() -> watches() == 0);
  }

  @Test
  void whoIsLeftWhileItIsReadIsNotWatchedEither() {
    Told told = new Told();
    FollowedStore.Watch left = followed.mapping("com.x.Orders", told);
    left.end();
    followed.mapping("com.x.Users", told);
    await().until(() -> !told.entries.isEmpty());
    answer();
    assertThat(watches()).isEqualTo(1);
  }

  @Test
  void oneOfTwoWhoWatchTheSameIsLeftAloneByTheOther() {
    Told told = new Told();
    Told other = new Told();
    FollowedStore.Watch left = followed.mapping("com.x.Orders", told);
    followed.mapping("com.x.Orders", other);
    await().until(() -> !told.entries.isEmpty() && !other.entries.isEmpty());
    left.end();
    answer();
    assertThat(watches()).isEqualTo(1);
  }

  @Test
  void nothingStandsUnderANameThatCanBeNoPath() {
    Told told = new Told();
    followed.mapping("com.x.\uD83D\uDE00", told).end();
    followed.instances("shop\u0085", told).end();
    assertThat(told.entries).containsExactly(Map.of(), Map.of());
  }
}
