package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.net.Backoff;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClient;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkEndpointTest {

  private static final int IDLE_TICKS = 4;

  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
  private final NetClient client = vertx.createNetClient();
  private ServerSocket silent;

  /** Takes connections: one that is refused may be so in the very turn. */
  @BeforeEach
  void listen() throws Exception {
    silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws Exception {
    get(vertx.close());
    silent.close();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @Test
  void aLinkThatWasLongInTheMakingIsNotIdleYet() throws Exception {
    List<Boolean> asleep = get(context.future(made -> made.complete(asleepAfterLongMaking())));
    assertThat(asleep).containsExactly(false, true);
  }

  /** In one turn of the event loop, in which the socket tells nothing. */
  private List<Boolean> asleepAfterLongMaking() {
    LinkEndpoint endpoint = endpoint();
    tick(endpoint, 2 * IDLE_TICKS);
    endpoint.onOpen();
    tick(endpoint, IDLE_TICKS - 1);
    boolean early = endpoint.isAsleep();
    tick(endpoint, 1);
    boolean inTime = endpoint.isAsleep();
    String before = endpoint.state();
    endpoint.remove();
    assertThat(endpoint.state()).as("what its service's callers are told").isEqualTo(before);
    return List.of(early, inTime);
  }

  @Test
  void whoHasNoCertificateIsToldThatLinksAreEncryptedThere() throws Exception {
    LinkEndpoint endpoint =
        get(context.future(made -> made.complete(endpoint("spiffe://mesh/sa/orders"))));
    silent.accept().close();
    await()
        .untilAsserted(
            () ->
                assertThat(get(context.<String>future(told -> told.complete(endpoint.state()))))
                    .endsWith("; its links are encrypted, and this agent has no --link-tls-cert"));
  }

  private static void tick(LinkEndpoint endpoint, int times) {
    for (int i = 0; i < times; i++) {
      endpoint.tick(IDLE_TICKS);
    }
  }

  private LinkEndpoint endpoint() {
    return endpoint("");
  }

  private LinkEndpoint endpoint(String identity) {
    LinkSetup setup = new LinkSetup(vertx, "test", LinkOptions.defaults(), LinkMeter.NONE, () -> 0);
    List<ServiceKey> services = List.of(ServiceKey.of("com.x.Hello"));
    Instance instance =
        new Instance("id", "127.0.0.1", silent.getLocalPort(), services, 1, Map.of(), 0, 0)
            .provingToBe(identity);
    Backoff backoff = new Backoff(1_000, 1_000, new SplittableRandom(1));
    return new LinkEndpoint(instance, new Dialer(context, client, setup), backoff, true, () -> {});
  }
}
