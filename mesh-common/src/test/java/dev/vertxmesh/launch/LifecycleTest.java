package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.limits.CallerLimits;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.WatchedFile;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LifecycleTest {

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Vertx vertx = Vertx.vertx();

  /** Such as {@code start 1}, of the second agent. */
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private final AtomicInteger opened = new AtomicInteger();

  /** What opening, starting and draining wait for. */
  private volatile CountDownLatch opening = new CountDownLatch(0);

  private volatile Supplier<Future<Void>> starting = Future::succeededFuture;
  private volatile Supplier<Future<Void>> stopping = Future::succeededFuture;
  private volatile Future<Void> draining = Future.succeededFuture();
  private volatile RuntimeException noAgent;
  private volatile String problem = "";
  private volatile long nanos;
  private Lifecycle lifecycle;

  @BeforeEach
  void start() {
    lifecycle = new Lifecycle(this::open, () -> nanos);
    get(lifecycle.start(() -> {}));
    lifecycle.onStarted();
    notes.clear();
  }

  @AfterEach
  void close() {
    get(vertx.close());
  }

  private AgentRun open() {
    int number = opened.getAndIncrement();
    notes.add("open " + number);
    awaitOpen(opening);
    if (noAgent != null) {
      throw noAgent;
    }
    MeshMeters meters = new MeshMeters("mesh-sample", "1");
    NoRegistry registry = new NoRegistry();
    meters.register(all -> Gauge.builder("registry", registry::size).register(all));
    AgentContext context =
        new AgentContext(
            "mesh-sample",
            "1",
            vertx,
            registry,
            meters,
            new CommonOptions(0),
            Access.open(vertx, null, meters),
            CallerLimits.open(vertx, null, new WatchedFile(vertx, null), meters, null),
            new Certificates("mesh-sample", meters));
    return new AgentRun(context, new NotedAgent(number));
  }

  private static void awaitOpen(CountDownLatch gate) {
    try {
      assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T get(Future<T> future) {
    await().until(future::isComplete);
    assertThat(future.cause()).isNull();
    return future.result();
  }

  private static void fails(Future<Void> future, String words) {
    await().until(future::isComplete);
    assertThatThrownBy(() -> future.toCompletionStage().toCompletableFuture().join())
        .hasMessageContaining(words);
  }

  @Test
  void whyItIsStillStartingSaysMoreThanThatItIs() {
    Lifecycle waiting = new Lifecycle(this::open, () -> nanos);
    assertThat(told(waiting)).containsExactly("starting");
    problem = "its user may not read it";
    assertThat(told(waiting)).containsExactly("none: its user may not read it");
    assertThat(waiting.notReady()).contains("starting");
  }

  private static List<String> told(Lifecycle waiting) {
    return waiting.obstaclesToTell().orElseThrow().stream().map(Obstacle::what).toList();
  }

  @Test
  void whoHasDrainedComesBackAsAnother() {
    get(lifecycle.drain(GRACE));
    assertThat(lifecycle.notReady()).containsExactly("draining");
    get(lifecycle.undrain());
    assertThat(lifecycle.notReady()).isEmpty();
    assertThat(notes).containsExactly("drain 0", "stop 0", "open 1", "start 1");
  }

  @Test
  void whoComesBackIsNoPartOfAVerticleThatEndedWithTheAgentBefore() {
    Promise<Context> its = Promise.promise();
    String id = get(vertx.deployVerticle(new ContextVerticle(its)));
    Promise<Void> stopped = Promise.promise();
    stopping = stopped::future;
    starting = () -> vertx.deployVerticle(new ContextVerticle(Promise.promise())).mapEmpty();
    get(lifecycle.drain(GRACE));
    Future<Void> back = lifecycle.undrain();
    get(vertx.undeploy(id));
    get(its.future()).runOnContext(there -> stopped.complete());
    get(back);
  }

  @Test
  void thereIsNoWayBackWhileItEnds() {
    Promise<Void> calls = Promise.promise();
    draining = calls.future();
    lifecycle.onEnding();
    Future<Void> drained = lifecycle.drain(GRACE);
    fails(lifecycle.undrain(), "the agent is ending");
    calls.complete();
    get(drained);
    get(lifecycle.stop());
    fails(lifecycle.undrain(), "the agent is ending");
    assertThat(notes).containsExactly("drain 0", "stop 0");
  }

  @Test
  void whoIsStoppedDoesNotComeBackEitherThoughNobodySaidThatItEnds() {
    get(lifecycle.drain(GRACE));
    get(lifecycle.stop());
    fails(lifecycle.undrain(), "the agent is ending");
    assertThat(notes).containsExactly("drain 0", "stop 0");
  }

  @Test
  void anEndThatComesBeforeTheNextAgentIsOpenedOpensNone() {
    Promise<Void> calls = Promise.promise();
    draining = calls.future();
    lifecycle.drain(GRACE);
    Future<Void> back = lifecycle.undrain();
    Future<Void> gone = end();
    calls.complete();
    get(gone);
    fails(back, "the agent is ending");
    assertThat(notes).containsExactly("drain 0", "stop 0");
  }

  @Test
  void anEndThatComesWhileTheNextAgentIsOpenedEndsThatOneToo() {
    get(lifecycle.drain(GRACE));
    opening = new CountDownLatch(1);
    Future<Void> back = lifecycle.undrain();
    await().until(() -> notes.contains("open 1"));
    Future<Void> gone = end();
    assertThat(gone.isComplete()).isFalse();
    opening.countDown();
    get(gone);
    fails(back, "the agent is ending");
    assertThat(notes).containsExactly("drain 0", "stop 0", "open 1", "stop 1");
  }

  @Test
  void anEndDoesNotWaitForTheNextAgentToStart() {
    get(lifecycle.drain(GRACE));
    starting = Promise.<Void>promise()::future;
    Future<Void> back = lifecycle.undrain();
    await().until(() -> notes.contains("start 1"));
    get(end());
    fails(back, "the agent is ending");
    assertThat(notes).containsExactly("drain 0", "stop 0", "open 1", "start 1", "stop 1");
  }

  /** As a signal does. */
  private Future<Void> end() {
    lifecycle.onEnding();
    return lifecycle.drain(GRACE).compose(drained -> lifecycle.stop());
  }

  @Test
  void whoIsToDrainWhileItComesBackDrainsWhenItIsThere() {
    get(lifecycle.drain(GRACE));
    Promise<Void> listening = Promise.promise();
    starting = listening::future;
    Future<Void> back = lifecycle.undrain();
    await().until(() -> notes.contains("start 1"));
    assertThat(lifecycle.isDraining()).isFalse();
    Future<Void> drained = lifecycle.drain(GRACE);
    assertThat(drained.isComplete()).isFalse();
    listening.complete();
    get(back);
    get(drained);
    assertThat(lifecycle.isDraining()).isTrue();
    assertThat(lifecycle.notReady()).contains("draining");
    assertThat(notes).containsExactly("drain 0", "stop 0", "open 1", "start 1", "drain 1");
  }

  @Test
  void whoCouldNotComeBackHasEndedOnceAndMayTryAgain() {
    get(lifecycle.drain(GRACE));
    noAgent = new IllegalStateException("its API can't be read");
    fails(lifecycle.undrain(), "its API can't be read");
    noAgent = null;
    starting = () -> Future.failedFuture("its port is taken");
    fails(lifecycle.undrain(), "its port is taken");
    assertThat(lifecycle.notReady()).contains("draining");
    starting = Future::succeededFuture;
    get(lifecycle.undrain());
    assertThat(lifecycle.notReady()).isEmpty();
    assertThat(notes)
        .containsExactly(
            "drain 0", "stop 0", "open 1", "open 2", "start 2", "stop 2", "open 3", "start 3");
  }

  @Test
  void whoCouldNotComeBackIsDrainedForAsLongAsItHasBeen() {
    get(lifecycle.drain(GRACE));
    noAgent = new IllegalStateException("its API can't be read");
    fails(lifecycle.undrain(), "its API can't be read");
    nanos += Duration.ofSeconds(700).toNanos();
    assertThat(lifecycle.drainedSeconds()).isEqualTo(700);
  }

  @Test
  void whatIsScrapedDoesNotKeepAnAgentThatHasEnded() {
    WeakReference<AgentRun> first = new WeakReference<>(lifecycle.run());
    WeakReference<Registry> its = new WeakReference<>(lifecycle.run().registry());
    for (int i = 0; i < 3; i++) {
      assertThat(lifecycle.meters().scrape()).contains("registry 7.0");
      get(lifecycle.drain(GRACE));
      get(lifecycle.undrain());
    }
    await()
        .until(
            () -> {
              System.gc();
              return first.get() == null && its.get() == null;
            });
  }

  private final class NotedAgent implements Agent {
    private final int number;

    NotedAgent(int number) {
      this.number = number;
    }

    private void note(String what) {
      notes.add(what + " " + number);
    }

    @Override
    public Future<Void> start() {
      note("start");
      return starting.get();
    }

    @Override
    public int port() {
      return 1;
    }

    @Override
    public String listening() {
      return "port 1";
    }

    @Override
    public List<Obstacle> notReady() {
      return List.of();
    }

    @Override
    public JsonObject topology() {
      return new JsonObject();
    }

    @Override
    public Future<Void> drain(Duration grace) {
      note("drain");
      return draining;
    }

    @Override
    public Future<Void> stop() {
      note("stop");
      return stopping.get();
    }
  }

  /** Tells where it runs. */
  private static final class ContextVerticle extends AbstractVerticle {
    private final Promise<Context> told;

    ContextVerticle(Promise<Context> told) {
      this.told = told;
    }

    @Override
    public void start() {
      told.complete(context);
    }
  }

  private final class NoRegistry implements Registry {
    @Override
    public String problem() {
      return problem;
    }

    @Override
    public Future<Registration> announce(Instance instance) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> watch(Consumer<List<Instance>> listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String describe() {
      return "none";
    }

    @Override
    public long ageMillis() {
      return 0;
    }

    @Override
    public int size() {
      return 7;
    }

    @Override
    public int malformed() {
      return 0;
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }
}
