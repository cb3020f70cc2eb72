package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyStore.Change;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What is told of agents who have gone. */
class AgentsStoreTest extends NacosFixture {

  private static final String TOMBSTONE = "{}";

  private final AgentsStore store = new AgentsStore(session, TOMBSTONE);
  private final List<Change> told = new CopyOnWriteArrayList<>();

  private static JsonObject service(String... ids) {
    JsonArray hosts = new JsonArray();
    for (String id : ids) {
      JsonObject part =
          new JsonObject().put("id", id).put("parts", "1").put("of", "0").put("text", "of " + id);
      hosts.add(new JsonObject().put("ip", id).put("port", 1).put("metadata", part));
    }
    return new JsonObject().put("name", AgentParts.service(1)).put("hosts", hosts);
  }

  /** Who is there from now on, by the answer to whoever asks. */
  private void stand(String... ids) {
    fake.answers.put("SubscribeServiceRequest", asked -> done().put("serviceInfo", service(ids)));
  }

  private void push(String... ids) {
    fake.push(
        "NotifySubscriberRequest",
        new JsonObject().put("requestId", "1").put("serviceInfo", service(ids)));
  }

  private void watch() {
    Future<KeyStore.Listing> listed = store.list();
    await().until(listed::succeeded);
    store.watch(
        listed.result().revision(),
        new KeyStore.Watcher() {
          @Override
          public void onChanges(List<Change> changes) {
            told.addAll(changes);
          }

          @Override
          public void onAlive(long revision) {}

          @Override
          public void onEnd(Throwable cause) {
            told.add(new Change("the end", null));
          }
        });
  }

  /** What stands there for a moment isn't pushed, and so a tombstone would never be seen. */
  @Test
  void whoHasGoneWhileItIsWellHasLeft() {
    stand("a", "b");
    watch();
    push("a");
    await().until(() -> told.size() == 2);
    assertThat(told).containsExactly(new Change("b", TOMBSTONE), new Change("b", null));
  }

  /** Theirs was lost, too, perhaps. */
  @Test
  void whoIsMissingSoonAfterTheConnectionWasLostMayBeThere() {
    stand("a", "b");
    watch();
    fake.push("ConnectResetRequest", new JsonObject().put("requestId", "1"));
    await().until(() -> told.size() == 1);
    told.clear();
    await().until(() -> fake.streams() == 1);
    watch();
    push("a");
    await().until(() -> !told.isEmpty());
    assertThat(Set.copyOf(told)).containsExactly(new Change("b", null));
  }
}
