package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents that leave. */
class AgentsStoreTest extends NacosFixture {

  private static final String NAME = "a";
  private static final String INSTANCE = "{\"host\":\"10.0.0.7\",\"port\":30000}";
  private static final String TOMBSTONE = "{}";

  private final AgentsStore store = new AgentsStore(session);

  @BeforeEach
  void answer() {
    fake.answers.put("InstanceRequest", asked -> done());
  }

  private static <T> T of(Future<T> future) {
    await().until(future::isComplete);
    return future.result();
  }

  /** What Nacos was asked to do with instances, in order. */
  private List<String> asked() {
    return fake.bodies("InstanceRequest").stream()
        .map(
            one ->
                one.getString("type")
                    + " "
                    + one.getJsonObject("instance").getJsonObject("metadata").getString("text"))
        .toList();
  }

  private static String put(String text) {
    return "registerInstance " + text;
  }

  /** A server pushes half a second late, and what stands there for less is never pushed. */
  @Test
  void aTombstoneStandsForAWhile() {
    long grant = of(store.grant());
    of(store.put(grant, NAME, INSTANCE));
    of(store.put(grant, NAME, TOMBSTONE));
    Future<Void> left = store.delete(NAME);
    long begun = System.nanoTime();
    assertThat(asked()).containsExactly(put(INSTANCE), put(TOMBSTONE));
    await().until(left::succeeded);
    assertThat((System.nanoTime() - begun) / 1_000_000)
        .isGreaterThanOrEqualTo(AgentsStore.TOMBSTONE_MILLIS - 50);
    assertThat(asked())
        .containsExactly(put(INSTANCE), put(TOMBSTONE), "deregisterInstance " + TOMBSTONE);
  }

  @Test
  void whoComesBackMeanwhileIsNotTakenOut() {
    long grant = of(store.grant());
    of(store.put(grant, NAME, INSTANCE));
    of(store.put(grant, NAME, TOMBSTONE));
    Future<Void> left = store.delete(NAME);
    of(store.put(grant, NAME, INSTANCE));
    await().until(left::succeeded);
    assertThat(asked()).containsExactly(put(INSTANCE), put(TOMBSTONE), put(INSTANCE));
  }

  @Test
  void whoLeavesNoTombstoneIsTakenOutAtOnce() {
    long grant = of(store.grant());
    of(store.put(grant, NAME, INSTANCE));
    of(store.delete(NAME));
    assertThat(asked()).containsExactly(put(INSTANCE), "deregisterInstance " + INSTANCE);
  }
}
