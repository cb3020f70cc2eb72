package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.follow.FollowedStore;
import dev.vertxmesh.discovery.nacos.wire.FakeNacos;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which interfaces are found by their names. */
class NacosStoreTest {

  private final Vertx vertx = Vertx.vertx();
  private final FakeNacos fake = FakeNacos.start(vertx);
  private final RegistryThread worker = RegistryThread.ofThread("test-nacos");
  private final NacosSession session =
      new NacosSession(
          new NacosClient(
              vertx,
              new NacosServers(List.of(fake.address()), 0, null, "", null, null, "10.0.0.7"),
              worker,
              60_000),
          new NacosPlace("nope", "DEFAULT_GROUP"),
          worker,
          1);
  private final NacosStore store = new NacosStore(session, "dubbo");

  @AfterEach
  void close() {
    store.close();
    fake.stop();
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }

  private FollowedStore.Interfaces told(JsonObject answer) {
    fake.answers.put("ServiceListRequest", asked -> answer);
    Future<FollowedStore.Interfaces> told = store.interfaces();
    await().until(told::isComplete);
    assertThat(told.succeeded()).isTrue();
    return told.result();
  }

  private static JsonObject services(String... names) {
    return new JsonObject()
        .put("resultCode", 200)
        .put("count", names.length)
        .put("serviceNames", new JsonArray(List.of(names)));
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

  @Test
  void aUserWhoMayNotListThemIsToldOf() {
    FollowedStore.Interfaces none =
        told(
            new JsonObject()
                .put("resultCode", 500)
                .put("errorCode", 403)
                .put("message", "authorization failed"));
    assertThat(none.names()).isEmpty();
    assertThat(none.refused()).isEqualTo(1);
    assertThat(none.problem()).contains("authorization failed");
  }
}
