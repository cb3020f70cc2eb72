package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.admin.AdminView;
import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where an agent stands between its start and its end, and what the admin port tells about that. An
 * agent that has drained comes back as one that is started anew. Thread-safe.
 */
final class Lifecycle implements AdminView {

  private static final Logger LOG = System.getLogger(Lifecycle.class.getName());

  /** What is composed with it fails where it would throw. */
  private static final Future<Void> NOW = Future.succeededFuture();

  private static final String ENDING = "the agent is ending";

  private final Callable<AgentRun> opener;
  private final LongSupplier nanoClock;
  private final long startedAtMillis = System.currentTimeMillis();
  private final HeldSettings settings;
  private final Linger linger = new Linger();
  private volatile AgentRun run;
  private volatile boolean started;
  private volatile Future<Void> drained;
  private volatile long drainedAt;

  /** Completes when an end of the drain is over, with or without an agent; null if there's none. */
  private volatile Future<Void> returning;

  /** The start of the agent that comes after a drain, or an end that it doesn't wait for. */
  private Promise<Void> startingAnew = Promise.promise();

  private boolean isEnding;
  private Context context;
  private Runnable onChange = () -> {};

  /** What opens an agent may block, and throw a StartFailure. */
  Lifecycle(Supplier<AgentRun> opener, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.opener = opener::get;
    this.run = opener.get();
    this.settings = new HeldSettings(() -> run.agent());
  }

  /**
   * Completes when it listens.
   *
   * @param onReadiness run when it may be ready now, or not any more
   */
  Future<Void> start(Runnable onReadiness) {
    context = run.context().vertx().getOrCreateContext();
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
      run.trouble().ifPresent(all::add);
    }
    return all;
  }

  /** The same for the log, which needn't be told why an agent is leaving; empty while it does. */
  Optional<List<Obstacle>> obstaclesToTell() {
    List<Obstacle> all = obstacles(); // why it's still starting says more than that it is
    List<Obstacle> told = started || all.size() == 1 ? all : all.subList(1, all.size());
    return drained == null ? Optional.of(told) : Optional.empty();
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
    JsonObject topology = RunTopology.of(run, state(notReady), notReady, startedAtMillis);
    return started ? topology.mergeIn(run.agent().topology()) : topology;
  }

  @Override
  public String explainAccess(String who, String call) {
    return run.context().access().explain(who, call);
  }

  @Override
  public Future<JsonObject> route(MultiMap asked) {
    return run.agent().route(asked);
  }

  @Override
  public List<Adjustable> adjustables() {
    return settings.all();
  }

  @Override
  public Future<Void> drain() {
    return drain(Duration.ofMillis(run.context().common().graceMillis()));
  }

  @Override
  public synchronized boolean isDraining() {
    return drained != null && returning == null;
  }

  /** Of one that couldn't come back too: nobody listens there. */
  @Override
  public long drainedSeconds() {
    Future<Void> drain = drained;
    boolean over = returning == null && drain != null && drain.isComplete();
    return over ? TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - drainedAt) : 0;
  }

  /**
   * Lingers and drains, once; asked again, it's the same drain. Never fails. What is just coming
   * back drains when it's there.
   *
   * @param grace how long it may take after the lingering
   */
  synchronized Future<Void> drain(Duration grace) {
    if (returning != null) {
      return returning.transform(back -> drain(grace));
    }
    if (drained == null) {
      drainedAt = nanoClock.getAsLong();
      drained =
          started
              ? AgentRun.guarded("drain", linger.begin(run).compose(nothing -> drainNow(grace)))
              : Future.succeededFuture();
    }
    return drained;
  }

  private Future<Void> drainNow(Duration grace) {
    drainedAt = nanoClock.getAsLong();
    LOG.log(Level.INFO, "draining for at most {0} ms", String.valueOf(grace.toMillis()));
    return run.agent().drain(grace);
  }

  /** There's no way back any more. An agent that is just coming back isn't waited for. */
  void onEnding() {
    Promise<Void> start;
    synchronized (this) {
      isEnding = true;
      start = startingAnew;
    }
    start.tryFail(ENDING);
  }

  @Override
  public Future<Void> undrain() {
    Promise<Void> back = Promise.promise();
    Future<Void> drain;
    synchronized (this) {
      if (isEnding) {
        return Future.failedFuture(ENDING);
      } else if (returning != null) {
        return returning;
      } else if (drained == null) {
        return Future.succeededFuture();
      }
      LOG.log(Level.INFO, "coming back: the drain ends, and the agent starts anew");
      drain = drained;
      returning = back.future();
      startingAnew = Promise.promise();
    }
    linger.cutShort();
    drain
        .compose(nothing -> run.end())
        .compose(ended -> inContext(this::startAnew))
        .onComplete(done -> returned(done, back));
    return back.future();
  }

  /**
   * An embedded agent's verticles end with the one that started it, and no agent's with those of
   * the one before it, one of which may be who says that it has ended.
   */
  private <T> Future<T> inContext(Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    context.runOnContext(nothing -> NOW.compose(now -> work.get()).onComplete(done));
    return done.future();
  }

  private Future<Void> startAnew() {
    if (startingAnew.future().isComplete()) {
      return startingAnew.future(); // it's ending
    }
    if (started) {
      settings.keep();
    }
    started = false;
    return run.context().vertx().executeBlocking(opener).compose(this::startAnew);
  }

  private Future<Void> startAnew(AgentRun anew) {
    Promise<Void> start = startingAnew;
    if (!start.future().isComplete()) {
      run = anew;
      NOW.compose(now -> startNow())
          .compose(nothing -> settings.put())
          .onSuccess(start::tryComplete)
          .onFailure(start::tryFail);
    }
    return start.future().recover(e -> anew.end().compose(ended -> Future.failedFuture(e)));
  }

  private void returned(AsyncResult<Void> done, Promise<Void> back) {
    synchronized (this) {
      returning = null;
      if (done.succeeded()) {
        drained = null;
        started = true;
      }
    }
    if (done.succeeded()) {
      onStarted();
    } else {
      LOG.log(Level.WARNING, "couldn''t come back: {0}", done.cause().getMessage());
    }
    back.handle(done);
  }

  /** Ends the agent and takes out what it announced; never fails. There's no way back then. */
  Future<Void> stop() {
    onEnding();
    Future<Void> coming = returning;
    return coming == null ? run.end() : coming.transform(back -> run.end());
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
}
