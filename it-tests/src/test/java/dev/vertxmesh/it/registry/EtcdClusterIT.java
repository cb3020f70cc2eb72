package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.Etcd.Member;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An etcd of three members, of which one is lost, and then the leader of the others. */
class EtcdClusterIT {

  /** Three times the least: nothing is kept alive during an election, which takes seconds. */
  private static final int TTL_SECONDS = 6;

  private static final Set<String> ALL = Set.of("a", "b", "c");

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

  @ParameterizedTest
  @CsvSource({"V3_6,etcd", "V3_4,etcd", "V3_5,etcd2"})
  void oneOfThreeIsLostAndThenItsLeader(EtcdRelease release, String scheme) {
    etcd = new Etcd(release, folder.resolve("data"), 3).start();
    String url = url(scheme, etcd.hosts());
    ALL.forEach(id -> parties.announce(url, id));
    Watcher watcher = parties.watch(url);
    await().until(() -> watcher.ids().equals(ALL));
    int before = watcher.seen.size();

    Member first = etcd.leader();
    Member lost = etcd.members().stream().filter(m -> m != first).findFirst().orElseThrow();
    lost.kill();
    awaitTruth(release + ", one lost", parties, watcher, url, "d");
    lost.start();

    Member leader = etcd.leader();
    leader.kill();
    await().until(() -> etcd.members().stream().anyMatch(m -> m != leader && isLeader(m)));
    awaitTruth(release + ", the leader lost", parties, watcher, url, "e");
    leader.start();
    assertThat(watcher.fewestSince(before)).isGreaterThanOrEqualTo(ALL.size());

    Member stopped = etcd.leader();
    stopped.pause();
    await().pollDelay(Duration.ofSeconds(2L * TTL_SECONDS)).until(() -> true);
    awaitTruth(release + ", the leader paused", parties, watcher, url, "f");
    stopped.resume();
    awaitTruth(release + ", and continued", parties, watcher, url, "g");
    assertThat(watcher.fewestSince(before)).isGreaterThanOrEqualTo(ALL.size());
  }

  @ParameterizedTest
  @CsvSource({"V3_6,etcd", "V3_4,etcd", "V3_5,etcd2"})
  void whoHasLostTheOthersIsNotBelieved(EtcdRelease release, String scheme) {
    etcd = new Etcd(release, folder.resolve("data"), 3).start();
    String cluster = url(scheme, etcd.hosts());
    String lonely = url(scheme, etcd.member(0).address());
    ALL.forEach(id -> parties.announce(cluster, id));
    Watcher watcher = parties.watch(lonely);
    await().until(() -> watcher.ids().equals(ALL));
    etcd.member(1).kill();
    etcd.member(2).kill();
    await().until(() -> watcher.registry.stale());
    assertThat(watcher.ids()).isEqualTo(ALL);
    etcd.member(1).launch();
    etcd.member(2).launch();
    etcd.awaitHealthy();
    await().until(() -> !watcher.registry.stale() && watcher.ids().equals(ALL));
  }

  private String url(String scheme, String hosts) {
    String cache = folder.resolve("cache").toString();
    return "%s://%s?ttl=%d&wait=100&cache=%s".formatted(scheme, hosts, TTL_SECONDS, cache);
  }

  private boolean isLeader(Member member) {
    return etcd.leads(member);
  }

  /** Who comes now is seen, and so is all the rest. */
  private static void awaitTruth(
      String fault, Parties parties, Watcher watcher, String url, String newcomer) {
    long begun = System.nanoTime();
    parties.announce(url, newcomer);
    await().until(() -> watcher.ids().contains(newcomer) && watcher.ids().containsAll(ALL));
    await().until(() -> !watcher.registry.stale());
    System.out.printf(
        "%s: the newcomer is known after %d ms%n",
        fault, Duration.ofNanos(System.nanoTime() - begun).toMillis());
    Watcher other = parties.watch(url);
    await().until(() -> other.ids().equals(watcher.ids()));
  }
}
