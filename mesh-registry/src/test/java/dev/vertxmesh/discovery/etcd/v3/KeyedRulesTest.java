package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.follow.HandTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits for the rules of an etcd that says nothing; time is by hand. */
class KeyedRulesTest {

  private final Vertx vertx = Vertx.vertx();
  private final HandTime time = new HandTime();
  private final RegistryThread worker = time.thread();
  private final List<Map<String, String>> told = new ArrayList<>();
  private final KeyStore silent = silent();
  private final KeyedRegistry registry =
      new KeyedRegistry(
          vertx,
          (same, work) -> silent,
          new AgentLayout(),
          new KeyedOptions("test", 2, 10, null),
          worker,
          new EtcdRules(silent, worker, "etcd://h", 1 << 20));

  /** Answers nothing but that it's closed. */
  private static KeyStore silent() {
    return (KeyStore)
        Proxy.newProxyInstance(
            KeyStore.class.getClassLoader(),
            new Class<?>[] {KeyStore.class},
            (store, method, arguments) ->
                method.getName().equals("close")
                    ? Future.succeededFuture()
                    : Promise.promise().future());
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private Future<Void> follow() {
    return registry.followRules("me", told::add).orElseThrow();
  }

  @Test
  void theyWaitASecond() {
    Future<Void> first = follow();
    time.pass(EtcdRules.PATIENCE_MILLIS - 1);
    assertThat(first.isComplete()).isFalse();
    time.pass(1);
    assertThat(first.succeeded()).isTrue();
    assertThat(told).containsExactly(Map.of());
  }

  @Test
  void aRegistryThatEndsBeforeItsFirstListingTellsThem() {
    Future<Void> first = follow();
    registry.close();
    time.settle();
    assertThat(first.cause()).hasMessage("the registry was closed");
    assertThat(told).isEmpty();
  }

  @Test
  void oneThatHasEndedTellsThemAtOnce() {
    registry.close();
    time.settle();
    assertThat(follow().cause()).hasMessage("the registry was closed");
  }
}
