package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.it.registry.Parties.Watcher;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every registry promises those who watch it, also one that nobody can announce to. */
abstract class ReadingContract {

  Parties parties;

  /** Of a registry that nobody else uses; the same throughout a test. */
  abstract String url();

  /** Sees to it that several are known, and says where they are. */
  abstract Set<HostPort> fill();

  @BeforeEach
  void open() {
    parties = new Parties();
  }

  @AfterEach
  void close() {
    parties.close();
  }

  @Test
  void theFirstSnapshotIsWholeAndInOrder() {
    Set<HostPort> known = fill();
    List<Instance> first = parties.watch(url()).seen.get(0);
    assertThat(first).extracting(Instance::address).containsExactlyInAnyOrderElementsOf(known);
    assertThat(first).isSortedAccordingTo(Comparator.comparing(Instance::id));
  }

  @Test
  void watchersAreToldOnTheirOwnContexts() {
    Registry registry = parties.open(url());
    Context context = parties.vertx.getOrCreateContext();
    Promise<Context> told = Promise.promise();
    context.runOnContext(v -> registry.watch(list -> told.tryComplete(Vertx.currentContext())));
    assertThat(get(told.future())).isSameAs(context);
  }

  @Test
  void whatIsKnownIsConfirmedAllTheTime() {
    Set<HostPort> known = fill();
    Watcher watcher = parties.watch(url());
    await().during(Duration.ofSeconds(3)).until(() -> watcher.registry.ageMillis() < 2_500);
    await().until(() -> !watcher.registry.stale() && watcher.registry.problem().isEmpty());
    assertThat(watcher.registry.size()).isEqualTo(known.size());
  }

  @Test
  void severalWhoWatchAreToldTheSame() {
    fill();
    Registry registry = parties.open(url());
    Watcher one = new Watcher(registry);
    get(one.first);
    Watcher other = new Watcher(registry);
    get(other.first);
    assertThat(other.latest()).isEqualTo(one.latest()).isNotEmpty();
  }

  @Test
  void whatIsClosedCanNotBeWatched() {
    Registry registry = parties.open(url());
    get(registry.close());
    Future<Void> late = registry.watch(list -> {});
    await().until(late::isComplete);
    assertThat(late.cause()).isInstanceOf(RegistryFailure.class);
  }
}
