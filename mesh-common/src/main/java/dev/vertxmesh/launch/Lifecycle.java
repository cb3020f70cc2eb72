package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.admin.AdminView;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where an agent stands between its start and its end, and what the admin port tells about that. An
 * agent that has drained comes back as one that is started anew. Thread-safe.
 */
final class Lifecycle implements AdminView {

  private static final Logger LOG = System.getLogger(Lifecycle.class.getName());

  private final Callable<AgentRun> opener;
  private final long startedAtMillis = System.currentTimeMillis();
  private final List<Adjustable> adjustables;
  private volatile AgentRun run;
  private volatile boolean started;
  private volatile Future<Void> drained;
  private volatile long drainedAt;
  private Promise<Void> lingering = Promise.promise();
  private Future<Void> returning;
  private boolean isEnding;
  private Context context;
  private Runnable onChange = () -> {};

  /**
   * @param opener makes an agent and what it needs; may block, and throw a {@link
   *     dev.vertxmesh.launch.settings.StartFailure}
   */
  Lifecycle(Supplier<AgentRun> opener) {
    this.opener = opener::get;
    this.run = opener.get();
    this.adjustables = CurrentAdjustable.of(() -> run.agent());
  }

  /**
   * Completes when it listens.
   *
   * @param onReadiness run when it may be ready now, or not any more
   */
  Future<Void> start(Runnable onReadiness) {
    context = Vertx.currentContext();
    onChange = onReadiness;
    return startNow();
  }

  private Future<Void> startNow() {
    run.agent().onReadiness(onChange);
    return run.agent().start();
  }

  /** All that was to start has started. */
  void onStarted() {
    started = true;
    run.agent().onStarted();
    onChange.run();
  }

  /** The agent from its last start on. */
  AgentRun run() {
    return run;
  }

  MeshMeters meters() {
    return run.context().meters();
  }

  /** What keeps it from taking calls, or some of them. */
  List<Obstacle> obstacles() {
    List<Obstacle> all = new ArrayList<>();
    if (drained != null) {
      all.add(Obstacle.passing("draining"));
    }
    if (started) {
      all.addAll(run.agent().notReady());
    } else {
      all.add(Obstacle.passing("starting"));
      registryTrouble().ifPresent(all::add);
    }
    return all;
  }

  /** The same for the log, which needn't be told why an agent is leaving; empty while it does. */
  Optional<List<Obstacle>> obstaclesToTell() {
    return drained == null ? Optional.of(obstacles()) : Optional.empty();
  }

  /** Nobody calls an agent that waits for its registry: that is what has to be put right. */
  private Optional<Obstacle> registryTrouble() {
    String problem = run.registry().problem();
    return problem.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Obstacle.of(
                run.registry().describe() + ": " + problem,
                "See that the registry runs, or give --registry the address at which it does"));
  }

  @Override
  public List<String> notReady() {
    return obstacles().stream().filter(one -> !one.isPartial()).map(Obstacle::what).toList();
  }

  @Override
  public Future<Void> refresh() {
    return started ? run.agent().refresh() : Future.succeededFuture();
  }

  @Override
  public String whereCallsGo() {
    return started ? run.agent().whereCallsGo() : "";
  }

  @Override
  public JsonObject topology() {
    List<String> notReady = notReady();
    AgentContext its = run.context();
    JsonObject topology =
        new JsonObject()
            .put("agent", its.name())
            .put("version", its.version())
            .put("state", state(notReady))
            .put("notReady", new JsonArray(notReady))
            .put("startedAt", startedAtMillis)
            .put("transport", Transport.nameOf(its.vertx()))
            .put("eventLoops", its.common().eventLoops())
            .put("plugins", new JsonArray(its.common().plugins().described()))
            .put("registry", RegistryTopology.of(run.registry()));
    return started ? topology.mergeIn(run.agent().topology()) : topology;
  }

  @Override
  public List<Adjustable> adjustables() {
    return adjustables;
  }

  @Override
  public Future<Void> drain() {
    return drain(Duration.ofMillis(common().graceMillis()));
  }

  @Override
  public long drainedSeconds() {
    Future<Void> drain = drained;
    boolean over = started && drain != null && drain.isComplete();
    return over ? TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - drainedAt) : 0;
  }

  private CommonOptions common() {
    return run.context().common();
  }

  /**
   * Lingers and drains, once; asked again, it's the same drain. Never fails.
   *
   * @param grace how long it may take after the lingering
   */
  synchronized Future<Void> drain(Duration grace) {
    if (drained == null) {
      drained =
          started
              ? guarded("drain", lingered().compose(nothing -> drainNow(grace)))
              : Future.succeededFuture();
    }
    return drained;
  }

  private Future<Void> lingered() {
    long millis = common().lingerMillis();
    if (millis == 0) {
      return Future.succeededFuture();
    }
    LOG.log(Level.INFO, "taking calls for another {0} ms", String.valueOf(millis));
    run.agent().onLeaving();
    lingering = Promise.promise();
    Promise<Void> mine = lingering;
    run.context().vertx().setTimer(millis, timer -> mine.tryComplete());
    return lingering.future();
  }

  private Future<Void> drainNow(Duration grace) {
    drainedAt = System.nanoTime();
    LOG.log(Level.INFO, "draining for at most {0} ms", String.valueOf(grace.toMillis()));
    return run.agent().drain(grace);
  }

  /** The process is about to end: there's no way back any more. */
  synchronized void onEnding() {
    isEnding = true;
  }

  @Override
  public synchronized Future<Void> undrain() {
    if (isEnding) {
      return Future.failedFuture("the agent is ending");
    } else if (returning != null) {
      return returning;
    } else if (drained == null) {
      return Future.succeededFuture();
    }
    LOG.log(Level.INFO, "coming back: the drain ends, and the agent starts anew");
    lingering.tryComplete();
    Promise<Void> back = Promise.promise();
    returning = back.future();
    drained
        .compose(nothing -> run.end())
        .compose(ended -> inContext(this::startAnew))
        .onComplete(done -> returned(done, back));
    return back.future();
  }

  /** An embedded agent's verticles end with the one that started it. */
  private <T> Future<T> inContext(Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    Context there = context == null ? run.context().vertx().getOrCreateContext() : context;
    there.runOnContext(nothing -> work.get().onComplete(done));
    return done.future();
  }

  private Future<Void> startAnew() {
    started = false;
    List<JsonObject> values = adjustables.stream().map(Adjustable::value).toList();
    return run.context()
        .vertx()
        .executeBlocking(opener)
        .compose(
            anew -> {
              run = anew;
              return startNow();
            })
        .compose(nothing -> adjust(values));
  }

  /** What was changed while it ran holds on. */
  private Future<Void> adjust(List<JsonObject> values) {
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      all.add(adjustables.get(i).put(values.get(i)));
    }
    return Future.join(all).<Void>mapEmpty().otherwiseEmpty(); // it's tried on
  }

  private synchronized void returned(AsyncResult<Void> done, Promise<Void> back) {
    returning = null;
    if (done.succeeded()) {
      drained = null;
      onStarted();
    } else {
      LOG.log(Level.WARNING, "couldn''t come back: {0}", done.cause().getMessage());
    }
    back.handle(done);
  }

  /** Ends the agent and takes out what it announced; never fails. */
  Future<Void> stop() {
    return run.end();
  }

  private String state(List<String> notReady) {
    if (drained != null) {
      return "draining";
    }
    if (!started) {
      return "starting";
    }
    return notReady.isEmpty() ? "ready" : "not ready";
  }

  static Future<Void> guarded(String what, Future<Void> future) {
    return future.otherwise(
        e -> {
          LOG.log(Level.WARNING, "couldn''t {0}: {1}", what, e);
          return null;
        });
  }
}
