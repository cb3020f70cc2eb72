package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.Relay;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Nacos that isn't well, two providers that registered themselves in it and stay, under calls,
 * and one beside them that is killed meanwhile: no call fails, and afterwards those are known who
 * are there. The server wants a login, whose tokens end during each fault.
 */
@TestInstance(Lifecycle.PER_CLASS)
class NacosFaultsIT {

  private static final String PASSWORD = "s3cret-1";
  private static final int TOKEN_SECONDS = 8;
  private static final int CALLS_A_SECOND = 50;

  private Vertx vertx;
  private NacosServer nacos;
  private Relay ofProviders;
  private Relay ofTheAgent;
  private RegisteringProvider first;
  private RegisteringProvider second;
  private RegisteringProvider leaving;
  private NacosConsumer consumer;
  private PacedTraffic traffic;

  @BeforeAll
  void start(@TempDir Path folder) {
    vertx = Vertx.vertx();
    nacos =
        NacosServer.secured(folder.resolve("nacos"), PASSWORD)
            .withShortSessions()
            .withTokensOf(TOKEN_SECONDS);
    nacos.start();
    ofProviders = new Relay(vertx, nacos.rpcAddress());
    ofTheAgent = new Relay(vertx, nacos.rpcAddress());
    // one after the other: see NacosIT
    first = provider("2.7.23", "").begin().begun();
    second = provider("3.3.6", "").begin().begun();
    String port = ofTheAgent.address().substring(ofTheAgent.address().lastIndexOf(':') + 1);
    consumer =
        new NacosConsumer(
            "nacos://%s?grpc-port=%s&username=%s&password=%s&wait=200&cache=none"
                .formatted(nacos.address(), port, NacosServer.USER, PASSWORD));
  }

  private RegisteringProvider provider(String release, String group) {
    String url =
        "nacos://%s?username=%s&password=%s".formatted(nacos.address(), NacosServer.USER, PASSWORD);
    return RegisteringProvider.dubbo(release, group, url).through(ofProviders, nacos);
  }

  @AfterAll
  void close() {
    for (AutoCloseable one : new AutoCloseable[] {consumer, first, second, nacos}) {
      try {
        if (one != null) {
          one.close();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    vertx.close();
  }

  @BeforeEach
  void begin() {
    leaving = provider("2.7.23", "leaving").begin().begun();
    consumer.awaitTruth("before", first, second, leaving);
    traffic = PacedTraffic.through(consumer.http(), CALLS_A_SECOND);
    traffic.awaitMore(CALLS_A_SECOND);
  }

  @AfterEach
  void end() {
    ofTheAgent.mend();
    ofProviders.mend();
    nacos.process().signalIfAlive("CONT");
    traffic.close();
    leaving.close();
  }

  /** Without a word: nobody would hear it. */
  private void leave() {
    leaving.kill();
  }

  private void assertNoCallFailed() {
    traffic.end();
    assertThat(traffic.failures()).as("of %d calls", traffic.answered()).isEmpty();
    assertThat(traffic.right()).isPositive();
  }

  /** A server that has begun anew knows nobody, and says so to whoever asks. */
  @Test
  void killedAndStartedAgainWithItsData() {
    ofProviders.cut();
    nacos.kill();
    consumer.awaitStale();
    leave();
    nacos.start();
    consumer.awaitHeld();
    traffic.awaitMore(CALLS_A_SECOND);
    ofProviders.mend();
    consumer.awaitTruth("killed and started again", first, second);
    assertNoCallFailed();
  }

  /** Between two signs of life, so that only the connection tells. */
  @Test
  void whoeverIsInItsPlaceAndKnowsNobodyIsNotBelieved(@TempDir Path folder) {
    try (NacosServer another = NacosServer.secured(folder, PASSWORD)) {
      another.start();
      int before = ofTheAgent.connections();
      ofTheAgent.cut();
      ofTheAgent.mend();
      await().until(() -> ofTheAgent.connections() > before);
      consumer.awaitTruth("cut off for a moment", first, second, leaving);
      ofTheAgent.turnTo(another.rpcAddress());
      consumer.awaitHeld();
      traffic.awaitMore(CALLS_A_SECOND);
      leave();
      ofTheAgent.turnTo(nacos.rpcAddress());
      consumer.awaitTruth("another was in its place", first, second);
      assertNoCallFailed();
    }
  }

  @Test
  void pausedForTwiceTheSession() {
    nacos.process().signal("STOP");
    consumer.awaitStaleFor(2 * NacosServer.SESSION_MILLIS);
    leave();
    nacos.process().signal("CONT");
    consumer.awaitTruth("paused for twice the session", first, second);
    assertNoCallFailed();
  }

  /** Nothing gets through, so that the server gives up everybody, and nobody is told. */
  @Test
  void cutOffForLongerThanAnySessionLasts() {
    ofProviders.stall();
    ofTheAgent.stall();
    consumer.awaitStaleFor(2 * NacosServer.SESSION_MILLIS);
    await().until(() -> nacos.instances(NacosConsumer.SERVICE) == 0);
    leave();
    ofTheAgent.mend();
    ofProviders.mend();
    consumer.awaitTruth("every session ended", first, second);
    assertNoCallFailed();
  }
}
