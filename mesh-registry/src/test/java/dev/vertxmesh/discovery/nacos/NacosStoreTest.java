package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.follow.FollowedStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which interfaces are found by their names. */
class NacosStoreTest extends NacosFixture {

  private final NacosStore store = new NacosStore(session, "dubbo");

  NacosStoreTest() {
    super("nope");
  }

  private FollowedStore.Interfaces told(JsonObject answer) {
    fake.answers.put("ServiceListRequest", asked -> answer);
    Future<FollowedStore.Interfaces> told = store.interfaces();
    await().until(told::isComplete);
    assertThat(told.succeeded()).isTrue();
    return told.result();
  }

  private static JsonObject services(String... names) {
    return done().put("count", names.length).put("serviceNames", new JsonArray(List.of(names)));
  }

  @Test
  void aNamespaceWithoutAnyServiceMayNotBeThere() {
    String words =
        "no service is in group DEFAULT_GROUP of namespace nope, if there's a namespace with that"
            + " id";
    assertThat(told(services())).isEqualTo(new FollowedStore.Interfaces(Set.of(), 0, words));
    assertThat(store.emptiness()).isEqualTo(words);
    FollowedStore.Interfaces some = told(services("providers:com.x.Orders::"));
    assertThat(some.names()).containsExactly("com.x.Orders");
    assertThat(some.problem()).isEmpty();
    assertThat(store.emptiness()).isEmpty();
  }

  /** Two signs of life may be good, and between them it was started again. */
  @Test
  void whoeverFollowsIsToldThatAConnectionWasLost() {
    AtomicInteger doubts = new AtomicInteger();
    store.onDoubt(doubts::incrementAndGet);
    session.begin(() -> {});
    await().until(() -> fake.streams() == 1);
    fake.push("ConnectResetRequest", new JsonObject().put("requestId", "1"));
    await().until(() -> doubts.get() >= 1);
    await().until(() -> fake.streams() == 1);
    Future<Void> alive = store.probe();
    await().until(alive::succeeded);
  }

  @Test
  void aUserWhoMayNotListThemIsToldOf() {
    FollowedStore.Interfaces none = told(refusal(403, "authorization failed"));
    assertThat(none.names()).isEmpty();
    assertThat(none.refused()).isEqualTo(1);
    assertThat(none.problem()).contains("authorization failed");
  }
}
