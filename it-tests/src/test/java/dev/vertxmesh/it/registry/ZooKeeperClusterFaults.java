package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.ZooKeepers;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members of 3.8: one of them is lost, and then two stand still. */
class ZooKeeper38ClusterIT {

  @TempDir private Path folder;

  private final Parties parties = new Parties();
  private ZooKeepers zookeeper;

  @AfterEach
  void close() {
    parties.close();
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  @Test
  void nobodyIsLostWithAMemberNorWhileMostOfThemStandStill() {
    zookeeper = ZooKeepers.older(folder.resolve("data"), 3).start();
    String url =
        "zookeeper://%s?timeout=%d&wait=100&cache=none"
            .formatted(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS);
    parties.announce(url, "a");
    parties.announce(url, "b");
    Watcher watcher = parties.watch(url);
    await().until(() -> watcher.ids().equals(Set.of("a", "b")));
    final int before = watcher.seen.size();
    List<ZooKeepers.Member> members = zookeeper.members();

    members.get(0).kill();
    parties.announce(url, "c");
    await().until(() -> watcher.ids().equals(Set.of("a", "b", "c")));
    members.get(0).start();

    members.subList(0, 2).forEach(ZooKeepers.Member::pause);
    await().until(() -> watcher.registry.ageMillis() > 2 * ZooKeepers.SESSION_MILLIS);
    assertThat(watcher.registry.stale()).isTrue();
    members.subList(0, 2).forEach(ZooKeepers.Member::resume);
    await().until(() -> !watcher.registry.stale());

    parties.announce(url, "d");
    await().until(() -> watcher.ids().equals(Set.of("a", "b", "c", "d")));
    assertThat(watcher.fewestSince(before)).isGreaterThanOrEqualTo(2);
  }
}
