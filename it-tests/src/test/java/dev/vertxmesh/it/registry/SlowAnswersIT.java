package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static dev.vertxmesh.it.registry.Parties.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Relay;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * By etcd's second API nobody's lease is renewed when a leader is lost: all that end before there
 * is another are deleted at once, while some who announce still wait for a member that stands
 * still. They are alive, and nobody may miss them.
 */
class SlowAnswersIT {

  private static final String URL = "etcd2://%s?ttl=2&cache=none";

  @TempDir private Path folder;
  private final Parties parties = new Parties();
  private Etcd etcd;

  @AfterEach
  void close() {
    parties.close();
    if (etcd != null) {
      etcd.close();
    }
  }

  @Test
  void whoWaitsForAnAnswerWhileItsKeyIsDeletedIsNotMissed() {
    etcd = new Etcd(EtcdRelease.V3_5, folder.resolve("data"), 1).start();
    Watcher watcher = parties.watch(URL.formatted(etcd.hosts()));
    Relay relay = new Relay(parties.vertx, etcd.member(0).address());
    parties.announce(URL.formatted(etcd.hosts()), "stays");
    get(parties.open(URL.formatted(relay.address())).announce(instance("waits")));
    await().until(() -> watcher.ids().equals(Set.of("stays", "waits")));
    int before = watcher.seen.size();

    relay.swallowNext();
    await().until(relay::hasSwallowed);
    etcd.deleteV2("/vertx-mesh/instances/waits");
    await().until(() -> !watcher.registry.problem().isEmpty()); // it's held
    await().until(() -> !watcher.registry.stale() && watcher.registry.problem().isEmpty());
    assertThat(watcher.ids()).containsExactly("stays", "waits");
    assertThat(watcher.fewestSince(before)).isEqualTo(2);
  }
}
