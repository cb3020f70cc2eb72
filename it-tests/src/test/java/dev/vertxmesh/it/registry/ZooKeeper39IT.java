package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.ZooKeepers;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The same of a server of 3.8, and what it does with sessions and watches when it wasn't well. */
class ZooKeeper38IT extends ZooKeeperContractIT {

  @Override
  ZooKeepers open(Path data) {
    return ZooKeepers.older(data, 1);
  }

  @Test
  void nobodyIsLostWhileTheServerIsKilledAndThenStandsStillForTwiceTheSession() {
    parties.announce(url(), "a");
    parties.announce(url(), "b");
    Watcher watcher = parties.watch(url());
    await().until(() -> watcher.ids().equals(Set.of("a", "b")));
    final int before = watcher.seen.size();
    ZooKeepers.Member member = zookeeper().members().get(0);

    member.kill();
    await().until(watcher.registry::stale);
    member.start();
    await().until(() -> !watcher.registry.stale());

    member.pause();
    await().until(() -> watcher.registry.ageMillis() > 2 * ZooKeepers.SESSION_MILLIS);
    member.resume();
    await().until(() -> !watcher.registry.stale());

    // and who comes later is found
    parties.announce(url(), "c");
    await().until(() -> watcher.ids().equals(Set.of("a", "b", "c")));
    assertThat(watcher.fewestSince(before)).isGreaterThanOrEqualTo(2);
  }
}
