package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.RegisteringProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A Nacos of three members that are killed one after the other, and two providers under calls. */
@TestInstance(Lifecycle.PER_CLASS)
class NacosClusterIT {

  private static final int CALLS_A_SECOND = 50;

  private List<NacosServer> members = List.of();
  private RegisteringProvider first;
  private RegisteringProvider second;
  private NacosConsumer consumer;

  @BeforeAll
  void start(@TempDir Path folder) {
    members = NacosServer.cluster(folder, 3);
    // one after the other: see NacosIT
    first = provider("2.7.23").begin().begun();
    second = provider("3.3.6").begin().begun();
    String hosts = hosts().collect(Collectors.joining(","));
    consumer = new NacosConsumer("nacos://" + hosts + "?wait=200&cache=none");
  }

  private Stream<String> hosts() {
    return members.stream().map(NacosServer::address);
  }

  private RegisteringProvider provider(String release) {
    String others = hosts().skip(1).collect(Collectors.joining(","));
    String url = "nacos://%s?backup=%s".formatted(members.get(0).address(), others);
    return RegisteringProvider.dubbo(release, "", url);
  }

  @AfterAll
  void close() throws Exception {
    List<AutoCloseable> all = new ArrayList<>(members);
    for (AutoCloseable one : new AutoCloseable[] {consumer, first, second}) {
      if (one != null) {
        all.add(0, one);
      }
    }
    for (AutoCloseable one : all) {
      one.close();
    }
  }

  @Test
  void noCallIsLostWhileEachMemberIsKilledAndStartedAgain() {
    consumer.awaitTruth("before", first, second);
    PacedTraffic traffic = PacedTraffic.through(consumer.http(), CALLS_A_SECOND);
    try (traffic) {
      for (NacosServer member : members) {
        member.kill();
        traffic.awaitMore(CALLS_A_SECOND);
        consumer.awaitTruth("one of three was killed", first, second);
        member.start();
        consumer.awaitTruth("one of three is back", first, second);
      }
      traffic.end();
      assertThat(traffic.failures()).as("of %d calls", traffic.answered()).isEmpty();
    }
  }

  /** One that has left while two are there, which the third is told of when it's back. */
  @Test
  void whoLeavesWhileAMemberIsAwayIsNoGhost() {
    try (RegisteringProvider leaving = provider("2.7.23").begin().begun()) {
      consumer.awaitTruth("another has come", first, second, leaving);
      members.get(1).kill();
      leaving.terminate();
      leaving.process().awaitExit();
      consumer.awaitTruth("one has left while a member is away", first, second);
      members.get(1).start();
      consumer.awaitTruth("the member is back", first, second);
    }
  }

  @Test
  void anAddressWhereNobodyIsIsPassedOver() {
    String dead = "127.0.0.1:1,";
    try (NacosConsumer other =
        new NacosConsumer("nacos://" + dead + members.get(0).address() + "?wait=200&cache=none")) {
      other.awaitTruth("the first address is dead", first, second);
    }
  }
}
