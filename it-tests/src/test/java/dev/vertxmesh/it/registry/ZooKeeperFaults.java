package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.registry.Parties.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Relay;
import dev.vertxmesh.it.harness.ZooKeepers;
import dev.vertxmesh.it.harness.ZooKeepers.Member;
import dev.vertxmesh.it.registry.Parties.Watcher;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of who is known when ZooKeeper isn't well, or the way to it: providers of Dubbo that
 * registered themselves are called through an agent, and no call may fail; agents' own instances
 * are watched, and none may be missed. Soon after it's well again what is known is the truth.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ZooKeeperFaults extends ZooKeeperContract {

  private static final int CALLS_A_SECOND = 50;
  private static final int LEAVING_MILLIS = 1_000;

  /** What is asked for once a second has had no answer, and the session isn't over. */
  private static final long NOTICED_MILLIS = 1_500;

  private Vertx vertx;
  private List<Relay> agentsWays;
  private List<Relay> providersWays;
  private DubboServer stays;

  /** Null once it has left. */
  private DubboServer another;

  private DubboServer leaving;

  private Agent consumer;
  private SeenByAgent seen;
  private Path cache;

  /** Of the test that runs. */
  private Watcher watcher;

  private final Set<String> announced = new TreeSet<>();

  ZooKeeperFaults(Release release, int members) {
    super(release, members);
  }

  @BeforeAll
  void startCallers(@TempDir Path folder) {
    cache = folder.resolve("cache");
    vertx = Vertx.vertx();
    agentsWays = ways();
    providersWays = ways();
    stays = provider("3.3.6", zookeeper().dubboUrl());
    another = provider("2.7.23", dubboUrl(providersWays));
    consumer = agent();
    seen = new SeenByAgent(consumer, HELLO);
    consumer.start();
    awaitTruth();
  }

  private List<Relay> ways() {
    return zookeeper().members().stream().map(one -> new Relay(vertx, one.address())).toList();
  }

  private static String dubboUrl(List<Relay> ways) {
    return ZooKeepers.dubboUrl(ways.stream().map(Relay::address).toList());
  }

  private static DubboServer provider(String release, String registry) {
    Provider wanted = Provider.dubbo(release).registered(registry, "all", "local");
    DubboServer provider = new DubboServer(wanted, Ports.free()).leavingAfterMillis(LEAVING_MILLIS);
    provider.start();
    return provider;
  }

  /** One that hasn't been started. */
  final Agent agent() {
    String hosts = agentsWays.stream().map(Relay::address).collect(Collectors.joining(","));
    String registry =
        "zookeeper://%s?timeout=%d&wait=100&cache=%s"
            .formatted(hosts, ZooKeepers.SESSION_MILLIS, cache);
    // calls that come at a rate are too many for it at times, on a busy machine
    return Agent.of(
        "mesh-consumer", "--registry", registry, "--queue-target", "0", "--timeout", "120000");
  }

  @AfterAll
  void stopCallers() {
    Stream.of(consumer, stays, another, leaving).filter(Objects::nonNull).forEach(Node::close);
    if (vertx != null) {
      get(vertx.close());
    }
  }

  private static String address(DubboServer provider) {
    return "dubbo://127.0.0.1:" + provider.port();
  }

  private Set<String> providers() {
    return Stream.of(stays, another)
        .filter(Objects::nonNull)
        .map(ZooKeeperFaults::address)
        .collect(Collectors.toSet());
  }

  final void awaitTruth() {
    await().until(() -> consumer.http().hash("hello").status() == 200);
    await().until(() -> seen.isRead() && seen.callable().equals(providers()));
  }

  /**
   * Waits until calls can go where they should and agents' instances are known, from when the
   * registry is well again; says how long that took.
   */
  final void awaitTruth(String fault) {
    long recovered = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                seen.isRead()
                    && seen.callable().equals(providers())
                    && SeenByAgent.isRead(watcher.registry.problem())
                    && watcher.ids().equals(announced));
    Duration took = Duration.ofNanos(System.nanoTime() - recovered);
    System.out.printf(
        "%s, %s: the truth after %d ms%n",
        getClass().getName().replaceFirst(".*[.]", ""), fault, took.toMillis());
  }

  /** Makes calls all the time, of which none may fail, and watches two instances. */
  final void underCalls(Runnable faults) {
    awaitTruth();
    announced.clear();
    comes();
    comes();
    watcher = parties.watch(url());
    await().until(() -> watcher.ids().equals(announced));
    int before = watcher.seen.size();
    try (PacedTraffic traffic = PacedTraffic.through(consumer.http(), CALLS_A_SECOND)) {
      traffic.awaitMore(CALLS_A_SECOND);
      faults.run();
      traffic.awaitMore(CALLS_A_SECOND);
      traffic.end();
      assertThat(traffic.failures()).as("of %d calls", traffic.answered()).isEmpty();
    }
    assertThat(watcher.fewestSince(before)).as("nobody was missed").isGreaterThanOrEqualTo(2);
  }

  /** Another agent's instance comes, and a provider if one has left. */
  final void comes() {
    if (another == null) {
      another = provider("2.7.23", dubboUrl(providersWays));
    }
    String id = "i" + announced.size();
    parties.announce(url(), id);
    announced.add(id);
  }

  /** A provider begins to end as it should, though there may be nobody to tell. */
  private void leaves() {
    leaving = another;
    another = null;
    leaving.terminate();
  }

  /** Dubbo waits for a registry that doesn't answer. */
  private void hasLeft() {
    leaving.process().awaitExit();
  }

  final void awaitLongerThanTwiceTheSession() {
    await().until(() -> seen.ageMillis() > 2 * ZooKeepers.SESSION_MILLIS);
  }

  @Test
  void allAreKilledAndStartedAgain() {
    underCalls(
        () -> {
          zookeeper().members().forEach(Member::kill);
          await().until(() -> !seen.isRead());
          zookeeper().start();
          awaitTruth("killed and started again");
          comes();
          awaitTruth("killed and started again, and one comes");
        });
  }

  /** Without whom there is no ZooKeeper. */
  List<Member> most() {
    return zookeeper().members();
  }

  /** Sessions end then, of the providers and of the agents. */
  @Test
  void mostStandStillForTwiceTheSessionWhileOneLeaves() {
    underCalls(
        () -> {
          List<Member> still = most();
          still.forEach(Member::pause);
          leaves();
          awaitLongerThanTwiceTheSession();
          still.forEach(Member::resume);
          hasLeft();
          awaitTruth("stood still for twice the session");
          comes();
          awaitTruth("stood still for twice the session, and one comes");
        });
  }

  @Test
  void theAgentsConnectionIsCut() {
    underCalls(
        () -> {
          agentsWays.forEach(Relay::cut);
          comes();
          await().until(() -> seen.ageMillis() > NOTICED_MILLIS);
          agentsWays.forEach(Relay::mend);
          awaitTruth("connection cut");
        });
  }

  @Test
  void theAgentsSessionExpiresWhileOneLeavesAndAnotherComes() {
    underCalls(
        () -> {
          long before = expirations();
          agentsWays.forEach(Relay::cut);
          leaves();
          hasLeft();
          comes();
          awaitLongerThanTwiceTheSession();
          agentsWays.forEach(Relay::mend);
          awaitTruth("the agent's session expired");
          assertThat(expirations()).isGreaterThan(before);
        });
  }

  /** How many sessions of the agent's have expired so far, by its log. */
  private long expirations() {
    return consumer.process().lines().stream()
        .filter(line -> line.contains("the session with ZooKeeper has expired"))
        .count();
  }

  /** It's alive, and isn't called while it isn't there; who is with it gets an answer. */
  final void losesNoCallWhenAProvidersSessionExpires() {
    underCalls(
        () -> {
          providersWays.forEach(Relay::cut);
          await().until(() -> seen.callable().equals(Set.of(address(stays))));
          providersWays.forEach(Relay::mend);
          String place = "/dubbo/" + HELLO + "/providers";
          await().until(() -> AnnouncedPlaces.children(zookeeper(), place) == 2);
          awaitTruth("a provider's session expired");
        });
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void whoHasLeftIsToldOfNoMore() {
    await().until(() -> seen.all().equals(providers()));
  }
}
