package dev.vertxmesh.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.several.SeveralRegistries;
import dev.vertxmesh.routing.RuleSource;
import dev.vertxmesh.testing.registry.QuietRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether who starts waits for rules, with one registry and with several. */
class RegistryRulesTest {

  private final Vertx vertx = Vertx.vertx();
  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** Has rules told by a test. */
  private static final class Ruled extends QuietRegistry {
    private final Optional<Future<Void>> first;
    private Consumer<Map<String, String>> listener;

    Ruled(Future<Void> first) {
      this.first = Optional.ofNullable(first);
    }

    @Override
    public Optional<Future<Void>> followRules(
        String application, Consumer<Map<String, String>> all) {
      listener = all;
      return first;
    }

    void tell(String name, String text) {
      listener.accept(Map.of(name, text));
    }
  }

  private RuleSource rules(Registry... registries) {
    return RegistryRules.of(
        vertx, SeveralRegistries.of(vertx, List.of(registries)), "caller", null);
  }

  @Test
  void whereNoneHasAPlaceForThemThereAreNone() {
    assertThat(rules(new Ruled(null))).isNull();
    assertThat(rules(new Ruled(null), new Ruled(null))).isNull();
  }

  @Test
  void whoStartsWaitsForTheOneThatTellsWhateverIsCalled() {
    Promise<Void> listed = Promise.promise();
    Ruled etcd = new Ruled(listed.future());
    Ruled nacos = new Ruled(Future.succeededFuture());
    Future<Void> watched = rules(nacos, new Ruled(null), etcd).watch(told::add);
    nacos.tell("a", "1");
    assertThat(watched.isComplete()).isFalse();
    etcd.tell("a", "2");
    etcd.tell("b", "2");
    listed.complete();
    await().until(watched::succeeded);
    assertThat(told).last().isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void nobodyWaitsForOneThatTellsWithWhatIsCalled() {
    Ruled nacos = new Ruled(Future.succeededFuture());
    Future<Void> watched = rules(nacos).watch(told::add);
    await().until(watched::succeeded);
    assertThat(told).isEmpty();
    nacos.tell("a", "1");
    assertThat(told).containsExactly(Map.of("a", "1"));
  }
}
