package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Relay;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of who is known when etcd isn't well: nobody is missed meanwhile, and soon after it
 * is well again what is known is the truth.
 */
abstract class EtcdFaults {

  /** So long that a machine which stands still for a while lets nobody's lease end. */
  private static final int TTL_SECONDS = 10;

  private static final Set<String> ALL = Set.of("a", "b", "c");

  private final EtcdRelease release;
  private final int api;
  @TempDir private Path folder;
  private Parties parties;
  private Etcd etcd;
  private int ttlSeconds = TTL_SECONDS;

  EtcdFaults(EtcdRelease release, int api) {
    this.release = release;
    this.api = api;
  }

  @BeforeEach
  void open() {
    etcd = new Etcd(release, folder.resolve("data"), 1).start();
    parties = new Parties();
  }

  @AfterEach
  void close() {
    if (etcd != null) {
      etcd.close();
      parties.close();
    }
  }

  private String url() {
    return url(etcd.hosts());
  }

  private String url(String hosts) {
    String scheme = api == 2 ? "etcd2://" : "etcd://";
    return scheme + hosts + "?ttl=" + ttlSeconds + "&wait=100&cache=" + folder.resolve("cache");
  }

  private void announceAll() {
    ALL.forEach(id -> parties.announce(url(), id));
  }

  private Watcher watchAll() {
    Watcher watcher = parties.watch(url());
    await().until(() -> watcher.ids().equals(ALL));
    return watcher;
  }

  /** Waits for the truth, and until another who begins to watch now sees it too. */
  private void awaitTruth(String fault, Watcher watcher, Set<String> truth) {
    long recovered = System.nanoTime();
    await().until(() -> watcher.ids().equals(truth) && !watcher.registry.stale());
    Watcher other = parties.watch(url());
    await().until(() -> other.ids().equals(truth) && !other.registry.stale());
    Duration took = Duration.ofNanos(System.nanoTime() - recovered);
    System.out.printf("%s v%d, %s: the truth after %d ms%n", release, api, fault, took.toMillis());
    assertThat(watcher.ids()).isEqualTo(new TreeSet<>(truth));
  }

  /** Whoever is there is kept alive, and that's all. */
  private void awaitNothingMoreThan(Watcher watcher, Set<String> truth) {
    new Leases(etcd, api, "/vertx-mesh").awaitSignOfLife(truth);
    await().until(() -> watcher.ids().equals(truth) && !watcher.registry.stale());
  }

  @Test
  void killedAndStartedAgain() {
    announceAll();
    Watcher watcher = watchAll();
    int before = watcher.seen.size();
    etcd.member(0).kill();
    await().until(() -> watcher.registry.stale());
    // one that was silent for a while is stale before it's a problem
    await().until(() -> watcher.registry.problem().contains("what was known last stays"));
    assertThat(watcher.registry.describe()).endsWith(" (stale)");
    await().until(() -> watcher.registry.ageMillis() > 1_000L * TTL_SECONDS);
    etcd.member(0).start();
    awaitTruth("killed and started again", watcher, ALL);
    awaitNothingMoreThan(watcher, ALL);
    assertThat(watcher.fewestSince(before)).isEqualTo(ALL.size());
  }

  @Test
  void startedAgainWithoutItsData() {
    announceAll();
    Watcher watcher = watchAll();
    int before = watcher.seen.size();
    etcd.member(0).kill();
    etcd.member(0).forget();
    etcd.member(0).start();
    awaitTruth("started again without its data", watcher, ALL);
    awaitNothingMoreThan(watcher, ALL);
    assertThat(watcher.fewestSince(before)).isEqualTo(ALL.size());
  }

  @Test
  void pausedForLongerThanTheTtlWhileOneLeavesForGood() {
    announceAll();
    Relay relay = new Relay(parties.vertx, etcd.member(0).address());
    parties.announce(url(relay.address()), "dies");
    Watcher watcher = parties.watch(url());
    await().until(() -> watcher.ids().size() == 4);
    int before = watcher.seen.size();
    etcd.member(0).pause();
    relay.cut();
    await().pollDelay(Duration.ofSeconds(TTL_SECONDS + 2)).until(() -> watcher.registry.stale());
    etcd.member(0).resume();
    awaitTruth("paused for longer than the TTL", watcher, ALL);
    awaitNothingMoreThan(watcher, ALL);
    assertThat(watcher.fewestSince(before)).isEqualTo(ALL.size());
  }

  @Test
  void everythingForgottenWhileTheWatchIsDown() {
    announceAll();
    Registration leaving = parties.announce(url(), "leaves");
    Relay relay = new Relay(parties.vertx, etcd.member(0).address());
    Watcher watcher = parties.watch(url(relay.address()));
    await().until(() -> watcher.ids().size() == 4);
    relay.cut();
    get(leaving.withdraw());
    parties.announce(url(), "comes");
    forget();
    relay.mend();
    awaitTruth("compacted while the watch was down", watcher, Set.of("a", "b", "c", "comes"));
  }

  /** So that a watch can't begin where the last one ended. */
  private void forget() {
    if (api == 2) { // it remembers a thousand events
      IntStream.range(0, 1_200).forEach(i -> etcd.putV2("/elsewhere", "" + i, 0));
    } else {
      etcd.put("/elsewhere", "1");
      etcd.compact();
    }
  }

  @Test
  void aConsumerThatStartsMeanwhileBeginsWithWhatWasKnownLast() {
    announceAll();
    Watcher before = watchAll();
    get(before.registry.close());
    etcd.member(0).kill();
    Watcher watcher = parties.watch(url());
    assertThat(watcher.ids()).isEqualTo(ALL);
    assertThat(watcher.registry.stale()).isTrue();
    assertThat(watcher.registry.ageMillis()).isPositive();
    etcd.member(0).start();
    awaitTruth("a consumer started meanwhile", watcher, ALL);
  }

  @Test
  void aConsumerThatStartsAfterTheDataWereLostBeginsWithWhatWasKnownLast() {
    announceAll();
    get(watchAll().registry.close());
    parties.close();
    parties = new Parties();
    etcd.member(0).kill();
    etcd.member(0).forget();
    etcd.member(0).start();
    Watcher watcher = parties.watch(url());
    assertThat(watcher.ids()).as("there is nobody else to send a call to").isEqualTo(ALL);
    assertThat(watcher.registry.stale()).isTrue();
    assertThat(watcher.registry.problem()).contains("3 gone that did not say so");
    parties.announce(url(), "new");
    await().until(() -> watcher.ids().contains("new"));
    awaitTruth("the first after the data were lost", watcher, Set.of("new"));
  }

  @Test
  void withoutAnythingToBeginWithAConsumerSaysWhatIsWrong() {
    etcd.member(0).kill();
    await() // once more where a second was too short to try
        .untilAsserted(
            () -> {
              Watcher watcher = new Watcher(parties.open(url().replace("&wait=100", "&wait=1")));
              await().until(watcher.first::isComplete);
              assertThat(watcher.first.cause())
                  .hasMessageContaining("etcd")
                  .hasMessageContaining(etcd.hosts())
                  .hasMessageContaining("refused");
              assertThat(watcher.seen).isEmpty();
            });
  }

  @Test
  void whoLeavesWhileItCanNotBeReachedIsGoneAfterwards() {
    ttlSeconds = 2; // whose end is waited for
    announceAll();
    Registration leaving = parties.announce(url(), "leaves");
    Watcher watcher = parties.watch(url());
    await().until(() -> watcher.ids().size() == 4);
    etcd.member(0).kill();
    await().until(() -> watcher.registry.stale());
    assertThat(leaving.withdraw().toCompletionStage().toCompletableFuture())
        .failsWithin(Duration.ofSeconds(200));
    etcd.member(0).start();
    await()
        .during(Duration.ofSeconds(2L * ttlSeconds))
        .until(() -> watcher.ids().equals(ALL) && !watcher.registry.stale());
    assertThat(List.of(watcher.registry.problem())).containsExactly("");
  }
}
