package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Of a server that has gone, so that each question fails. */
class SubscriptionsTest {

  private static final String SERVICE = "providers:com.x.Orders::";
  private static final long ROOM = 500;

  /** Those who wait for a minute wait for the test. */
  private static final class Timers extends ScheduledThreadPoolExecutor {
    final List<Runnable> late = new CopyOnWriteArrayList<>();

    Timers() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
      if (unit.toMillis(delay) < 60_000) {
        return super.schedule(work, delay, unit);
      }
      late.add(work);
      return super.schedule(() -> {}, 0, unit);
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final Timers timers = new Timers();
  private final RegistryThread worker =
      new RegistryThread(timers, System::nanoTime, new SplittableRandom(1));
  private final NacosClient client =
      new NacosClient(
          vertx,
          new NacosServers(
              List.of(new HostPort("127.0.0.1", 1)), 0, null, "", null, null, "127.0.0.1"),
          worker,
          1_000);
  private final Subscriptions subscriptions =
      new Subscriptions(
          new Questions(client, worker), new NacosPlace("", "DEFAULT_GROUP"), worker, ROOM);
  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final EntryListener listener =
      new EntryListener() {
        @Override
        public void onEntries(Map<String, String> entries) {
          told.add(entries);
        }

        @Override
        public void onLoss(Throwable cause) {}

        @Override
        public void onRefusal(Throwable cause) {
          refused.add(cause.getMessage());
        }
      };

  @AfterEach
  void close() {
    worker.close();
    vertx.close();
  }

  private static JsonObject push(int hosts) {
    JsonArray all = new JsonArray();
    for (int i = 0; i < hosts; i++) {
      all.add(new JsonObject().put("ip", "10.0.0." + i).put("port", 20880));
    }
    return new JsonObject()
        .put("serviceInfo", new JsonObject().put("name", SERVICE).put("hosts", all));
  }

  @Test
  void whatHadNoRoomIsAskedForAgainThoughNobodyPushesIt() {
    client.close();
    worker.execute(
        () -> {
          subscriptions.onConnected();
          subscriptions.add(SERVICE, listener);
        });
    await().until(() -> refused.size() == 1 && timers.late.size() == 1);
    timers.late.clear();
    worker.execute(() -> subscriptions.onPush(push(50)));
    worker.execute(() -> subscriptions.onPush(push(50)));
    await().until(() -> refused.size() == 3);
    assertThat(refused.get(2)).isEqualTo("there's no room left for what stands in it");
    assertThat(told).isEmpty();
    assertThat(timers.late).as("once, however often it's pushed").hasSize(1);
    worker.execute(timers.late.get(0));
    await().until(() -> refused.size() == 4);
    assertThat(refused.get(3)).isNotEqualTo(refused.get(2));
  }
}
