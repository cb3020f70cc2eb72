package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.fixed.StaticScheme;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Providers without an agent, of which there are more than are connected to at once. */
class ManyProvidersTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");
  private static final int AT_ONCE = 256;

  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
  private final FakeKind fake = new FakeKind();
  private final Links links =
      new Links(
          context,
          vertx.createNetClient(),
          new LinkSetup(vertx, "test", LinkOptions.defaults(), LinkMeter.NONE, () -> 0),
          new DirectSetup(
              context,
              Map.of("fake", fake.with(new BackendSettings(1024, 1024, List.of(), false))),
              1,
              System::nanoTime),
          new Subset(100, "test-0"),
          new SplittableRandom(1),
          service -> false,
          services -> {});

  @AfterEach
  void close() {
    onLoop(
        () -> {
          links.close();
          return true;
        });
    vertx.close();
  }

  /** It's called already when it comes. */
  @Test
  void aCallThatWaitsForTheLastOfThemWaitsUntilThatIsAwake() {
    LazyConnectFilter.Waking waking =
        onLoop(() -> links.waking(new StaticScheme().parse("h:1/com.x.Other").apply(vertx)));
    List<Instance> many = new ArrayList<>();
    IntStream.range(1, AT_ONCE).forEach(i -> many.add(provider(i, ServiceKey.of("com.x.S" + i))));
    many.add(provider(AT_ONCE)); // which may turn out to serve anything
    Future<Void> waiting =
        onLoop(
            () -> {
              links.update(many);
              return waking.begin(HELLO);
            });
    many.add(provider(AT_ONCE + 1, HELLO));
    onLoop(
        () -> {
          links.update(many);
          return true;
        });
    assertThat(onLoop(this::stateOfTheLast)).isEqualTo("asleep");
    onLoop(this::connect);
    await().until(() -> onLoop(this::stateOfTheLast).equals("connecting"));
    assertThat(onLoop(waiting::isComplete)).isFalse();
    onLoop(this::connect);
    await().until(waiting::succeeded);
    assertThat(onLoop(this::stateOfTheLast)).isEqualTo("open");
  }

  /** Whoever was opened last. */
  private boolean connect() {
    fake.connect();
    return true;
  }

  private String stateOfTheLast() {
    return links.view().get(AT_ONCE).state();
  }

  private static Instance provider(int port, ServiceKey... services) {
    return new Instance(
        new Protocol("fake"), "f" + port, "127.0.0.1", port, List.of(services), 1, Map.of(), 0, 0);
  }

  private <T> T onLoop(Supplier<T> action) {
    CompletableFuture<T> done = new CompletableFuture<>();
    context.runOnContext(now -> done.complete(action.get()));
    return done.join();
  }
}
