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
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InterfaceWatchTest {

  private static final String FIRST = "providers:com.x.Orders:1.0:";
  private static final String SECOND = "providers:com.x.Orders:2.0:";

  private final Vertx vertx = Vertx.vertx();
  private final RegistryThread worker = RegistryThread.ofThread("test");
  private final NacosClient client =
      new NacosClient(
          vertx,
          new NacosServers(
              List.of(new HostPort("127.0.0.1", 1)), 0, null, "", null, null, "127.0.0.1"),
          worker,
          1_000);
  private final Subscriptions subscriptions =
      new Subscriptions(new Questions(client, worker), new NacosPlace("", "DEFAULT_GROUP"), worker);
  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();
  private final List<Throwable> refused = new CopyOnWriteArrayList<>();
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
          refused.add(cause);
        }
      };
  private final InterfaceWatch watch = new InterfaceWatch("com.x.Orders", subscriptions, listener);

  @AfterEach
  void close() {
    worker.close();
    vertx.close();
  }

  private static JsonObject push(String service, String ip) {
    JsonObject host = new JsonObject().put("ip", ip).put("port", 20880);
    return new JsonObject()
        .put(
            "serviceInfo",
            new JsonObject().put("name", service).put("hosts", new JsonArray().add(host)));
  }

  @Test
  void aVersionThatIsRefusedHidesNoOther() {
    client.close(); // and so each question fails
    worker.execute(
        () -> {
          subscriptions.onConnected();
          watch.onNames(Map.of("com.x.Orders", List.of(FIRST, SECOND)));
        });
    await().until(() -> refused.size() == 2);
    worker.execute(() -> subscriptions.onPush(push(FIRST, "10.0.0.1")));
    await().until(() -> told.stream().anyMatch(all -> all.size() == 1));
    worker.execute(() -> subscriptions.onPush(push(SECOND, "10.0.0.2")));
    await().until(() -> told.get(told.size() - 1).size() == 2);
    assertThat(told.get(told.size() - 1).keySet())
        .containsExactlyInAnyOrder(FIRST + "/10.0.0.1:20880", SECOND + "/10.0.0.2:20880");
  }
}
