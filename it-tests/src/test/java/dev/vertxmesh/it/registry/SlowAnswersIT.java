package dev.vertxmesh.it.registry;

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

  /** Who is missing is held for 10 s, in which a request that wasn't answered is made again. */
  private static final String URL = "etcd2://%s?ttl=30&wait=100&cache=none";

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
    parties.announce(URL.formatted(relay.address()), "waits");
    await().until(() -> watcher.ids().equals(Set.of("stays", "waits")));
    int before = watcher.seen.size();

    relay.swallowNext();
    await().until(relay::hasSwallowed);
    etcd.deleteV2("/vertx-mesh/instances/waits");
    await().until(() -> etcd.nodeV2("/vertx-mesh/instances/waits") != null);
    parties.announce(URL.formatted(etcd.hosts()), "later"); // after all that
    await().until(() -> watcher.ids().equals(Set.of("later", "stays", "waits")));
    await().until(() -> !watcher.registry.stale() && watcher.registry.problem().isEmpty());
    assertThat(watcher.fewestSince(before)).isGreaterThanOrEqualTo(2);
  }
}
