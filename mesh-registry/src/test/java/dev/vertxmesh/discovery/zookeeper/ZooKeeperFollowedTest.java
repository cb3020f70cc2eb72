package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.follow.FollowedStore;
import io.vertx.core.Future;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
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
  private Session session;
  private ZooKeeperFollowed followed;

  @BeforeEach
  void start() throws Exception {
    server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
    sockets.configure(new InetSocketAddress("127.0.0.1", 0), 10);
    sockets.startup(server);
    session = new Session("127.0.0.1:" + sockets.getLocalPort(), 10_000, null, new SessionConfig());
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

  /** It's all read anew each time, as nothing of it is kept. */
  @Test
  void whoWritesWhereThereIsNoRoomHasNothingReadAgain() {
    List<String> refused = new CopyOnWriteArrayList<>();
    FollowedStore.Listener listener =
        new FollowedStore.Listener() {
          @Override
          public void onEntries(Map<String, String> all) {
            throw new AssertionError(all);
          }

          @Override
          public void onRefusal(Throwable cause) {
            refused.add(cause.getMessage());
          }
        };
    Nodes nodes = new Nodes(session);
    done(nodes.create("/services/shop/a", "some text", CreateMode.EPHEMERAL));
    session.texts().take(session.texts().bytes());
    followed.instances("shop", listener);
    await().until(() -> refused.size() == 1);
    for (int i = 0; i < 5; i++) {
      done(nodes.set("/services/shop/a", "other text " + i, -1));
      done(nodes.create("/services/shop/b" + i, "", CreateMode.EPHEMERAL));
      answer();
      answer(); // and whatever was asked because of it
    }
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).startsWith("there's no room for what stands under /services/shop");
  }

  @Test
  void whatMayBeReadOfTheInterfacesIsToldThoughTheRestMayNot() throws Exception {
    done(new Nodes(session).create("/dubbo/com.x.Orders/providers", "", CreateMode.PERSISTENT));
    List<ACL> others =
        Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("digest", "other:word")));
    session.client().create("/dubbo/mapping", new byte[0], others, CreateMode.PERSISTENT);
    FollowedStore.Interfaces told =
        followed.interfaces().toCompletionStage().toCompletableFuture().join();
    assertThat(told.names()).containsExactly("com.x.Orders");
    assertThat(told.refused()).isEqualTo(1);
    assertThat(told.problem()).isEqualTo("no permission for /dubbo/mapping");
  }

  /** The server takes every password: with a wrong one the agent is somebody else. */
  @Test
  void whoLogsInIsToldThatItsUserOrPasswordMayBeWrong() throws Exception {
    session.client().addAuthInfo("digest", "agent:right".getBytes(StandardCharsets.UTF_8));
    session
        .client()
        .create("/secret", new byte[0], ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
    String servers = "127.0.0.1:" + sockets.getLocalPort();
    Session other = new Session(servers, 10_000, "agent:wr0ng", new SessionConfig()).join();
    try {
      Future<?> reading = new Nodes(other).get("/secret");
      await().until(reading::isComplete);
      assertThat(reading.cause())
          .hasMessage(
              "no permission for /secret, or this agent's user or password is wrong"
                  + " (zookeeper://HOST:2181?username=…&password=…)");
      assertThat(FailureCode.isForbidden(reading.cause())).isTrue();
    } finally {
      done(other.leave());
    }
  }

  @Test
  void saysWhyItsServerCannotBeReached() {
    answer();
    sockets.shutdown();
    await().until(() -> failure(followed.probe()).endsWith(": Connection refused"));
  }

  private static String failure(Future<Void> future) {
    await().until(future::isComplete);
    return future.succeeded() ? "" : future.cause().getMessage();
  }

  private static void done(Future<?> future) {
    future.toCompletionStage().toCompletableFuture().join();
  }
}
