package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static dev.vertxmesh.it.registry.Parties.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Relay;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What a registry promises besides that is an etcd; one etcd for all tests, a prefix each. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class EtcdContract extends RegistryContract {

  /** So long that a machine which stands still for a while lets nobody's lease end. */
  private static final int TTL_SECONDS = 10;

  /** Of whose lease's end is waited for. */
  private static final int SHORT_TTL_SECONDS = 2;

  private static final int LONG_TTL_SECONDS = 600;
  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final EtcdRelease release;
  private final int api;
  private Etcd etcd;
  private String prefix;
  private Path cache;

  EtcdContract(EtcdRelease release, int api) {
    this.release = release;
    this.api = api;
  }

  @BeforeAll
  void startEtcd(@TempDir Path folder) {
    etcd = new Etcd(release, folder.resolve("data"), 1).start();
    cache = folder.resolve("cache");
  }

  @AfterAll
  void stopEtcd() {
    if (etcd != null) {
      etcd.close();
    }
  }

  @BeforeEach
  void otherPrefix() {
    prefix = "/p" + PREFIXES.incrementAndGet();
  }

  @Override
  String url() {
    return url(etcd.hosts());
  }

  private String url(String hosts) {
    return url(hosts, TTL_SECONDS);
  }

  private String url(String hosts, int ttlSeconds) {
    String scheme = api == 2 ? "etcd2://" : "etcd://";
    return scheme + hosts + prefix + "?ttl=" + ttlSeconds + "&wait=100&cache=" + cache;
  }

  @Override
  String lastingUrl() {
    return url(etcd.hosts(), LONG_TTL_SECONDS);
  }

  @Override
  Keys keys() {
    return api == 2 ? Keys.v2(etcd, prefix, TTL_SECONDS) : Keys.v3(etcd, prefix);
  }

  private Leases leases() {
    return new Leases(etcd, api, prefix);
  }

  @Test
  void whatAPersonChangesShowsAndHoldsUntilTheAgentHasANewMindAboutIt() {
    Watcher watcher = parties.watch(url());
    Registration registration = parties.announce(url(), "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    edit(instance("a"), 7, Map.of("zone", "b"));
    Instance edited = instance("a").weighing(7, Map.of("zone", "b"));
    await().until(() -> watcher.latest().equals(List.of(edited)));
    int changes = watcher.seen.size();
    leases().awaitSignOfLife(Set.of("a")); // which may have begun before the change
    leases().awaitSignOfLife(Set.of("a"));
    assertThat(watcher.latest()).isEqualTo(List.of(edited));
    assertThat(watcher.seen).as("nobody fights over it").hasSize(changes);

    List<ServiceKey> others = List.of(ServiceKey.of("com.x.Other"));
    get(registration.replace(instance("a").serving(others)));
    await().until(() -> watcher.latest().equals(List.of(edited.serving(others))));
    get(registration.replace(instance("a").weighing(4, Map.of("zone", "a"))));
    await().until(() -> watcher.latest().equals(List.of(edited.weighing(4, Map.of("zone", "b")))));
  }

  @Test
  void whatAPersonWritesWithoutALeaseIsBoundToOneAgain() {
    Watcher watcher = parties.watch(url());
    Relay relay = new Relay(parties.vertx, etcd.member(0).address());
    parties.announce(url(), "stays");
    String dying = url(relay.address(), SHORT_TTL_SECONDS);
    parties.announce(dying, "goes");
    await().until(() -> watcher.ids().size() == 2);
    keys().put("goes", InstanceJson.write(instance("goes").weighing(9, Map.of())).encode());
    await().until(() -> watcher.latest().get(0).weight() == 9);
    // a sign of life later it's the agent's again, and goes when the agent does
    await().until(() -> leases().secondsLeft("goes").isPresent());
    relay.cut();
    await().until(() -> watcher.ids().equals(Set.of("stays")));
  }

  @Test
  void whatSomebodyElseTakesAwayOrBreaksIsPutBack() {
    String url = url(etcd.hosts(), 15);
    Watcher watcher = parties.watch(url);
    parties.announce(url, "a");
    parties.announce(url, "b");
    await().until(() -> watcher.ids().size() == 2);
    int before = watcher.seen.size();
    // just before a sign of life, as whoever is missing isn't held for long after the next
    await().until(() -> leases().secondsLeft("a").orElse(99) <= 11);
    keys().delete("a");
    keys().put("b", "{broken");
    await().until(() -> isMended("a") && isMended("b"));
    parties.announce(url, "c"); // after all that
    await().until(() -> watcher.ids().equals(Set.of("a", "b", "c")));
    await().until(() -> watcher.registry.malformed() == 0 && !watcher.registry.stale());
    assertThat(watcher.fewestSince(before))
        .as("nobody was missed meanwhile")
        .isGreaterThanOrEqualTo(2);
  }

  private boolean isMended(String name) {
    String value = leases().value(name);
    return value != null && !value.equals("{broken");
  }

  @Test
  void whoeverDiesIsGoneAfterItsTtl() {
    Watcher watcher = parties.watch(url());
    Relay relay = new Relay(parties.vertx, etcd.member(0).address());
    parties.announce(url(), "stays");
    String dying = url(relay.address(), SHORT_TTL_SECONDS);
    parties.announce(dying, "dies");
    await().until(() -> watcher.ids().size() == 2);
    relay.cut();
    await().until(() -> watcher.ids().equals(Set.of("stays")));
    relay.mend();
    await().until(() -> watcher.ids().equals(Set.of("stays", "dies")));
  }

  @Test
  void aBurstOfChangesComesAsFewSnapshots() {
    Watcher watcher = parties.watch(lastingUrl());
    Registry registry = parties.open(lastingUrl());
    int many = api == 2 ? 200 : 1_000; // each of the second API's keys is refreshed by itself
    long begun = System.nanoTime();
    Parties.announce(registry, IntStream.range(0, many).mapToObj(i -> instance("m" + i)).toList());
    await().until(() -> watcher.ids().size() == many);
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertThat(watcher.seen.size()).isLessThanOrEqualTo((int) (millis / 50) + 5);
  }

  @Test
  void aPrefixThatBeginsLikeThisOneIsNotLookedAt() {
    Watcher watcher = parties.watch(url());
    String other = url().replace(prefix + "?", prefix + "B?");
    parties.announce(other, "b");
    parties.announce(url(), "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    assertThat(parties.watch(other).ids()).containsExactly("b");
  }

  @Test
  void anEndpointThatIsNotThereIsPassedOver() {
    Watcher watcher = parties.watch(url("127.0.0.1:1," + etcd.hosts()));
    parties.announce(url("127.0.0.1:1," + etcd.hosts()), "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
  }

  @Test
  void oneChangeIsSeenAtOnce() {
    Watcher watcher = parties.watch(url());
    Registry registry = parties.open(url());
    Parties.announce(registry, List.of(instance("before")));
    await().until(() -> watcher.ids().size() == 1);
    long begun = System.nanoTime();
    Parties.announce(registry, List.of(instance("now")));
    await().pollInterval(Duration.ofMillis(1)).until(() -> watcher.ids().size() == 2);
    System.out.printf(
        "%s v%d: announced and seen within %d ms%n",
        release, api, (System.nanoTime() - begun) / 1_000_000);
  }
}
