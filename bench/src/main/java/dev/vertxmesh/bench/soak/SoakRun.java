package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Progress;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The steps of a run: warm-up, capacity, the long stretch, and quiet again. */
final class SoakRun {
  private static final int QUIET_PATIENCE_SECONDS = 60;
  private static final int SETTLE_SECONDS = 3;

  /** Of the run, before slopes are taken. */
  private static final double WARM_UP_SHARE = 0.2;

  private final SoakOptions options;
  private final SoakMesh mesh;
  private final Vertx vertx;
  private final Context loop;
  private final SplittableRandom random;
  private final Ledger ledger = new Ledger(System::nanoTime);
  private final Callers callers;

  /**
   * What was seen.
   *
   * @param capacity calls a second that came through when as many as may be were in flight
   * @param rate that was asked for
   * @param reached calls a second that were answered in the long stretch
   * @param leftOut calls that weren't begun, as too many were in flight
   * @param looks at each agent after warm-up, under load
   * @param before looks before the long stretch, without any load or caller
   * @param after the same after it
   */
  record Outcome(
      double capacity,
      double rate,
      double reached,
      double seconds,
      long leftOut,
      long comers,
      long streams,
      Ledger ledger,
      Map<String, Integer> acts,
      List<String> faults,
      Map<String, List<Sampler.Look>> looks,
      Map<String, Map<Gauge, Double>> before,
      Map<String, Map<Gauge, Double>> after) {}

  /**
   * @param vertx with one event loop
   */
  SoakRun(SoakOptions options, SoakMesh mesh, Vertx vertx) {
    this.options = options;
    this.mesh = mesh;
    this.vertx = vertx;
    this.loop = vertx.getOrCreateContext();
    this.random = new SplittableRandom(options.seed);
    this.callers = new Callers(vertx, mesh.port(), mesh.dubboPort(), random.split());
  }

  Outcome run() throws IOException, InterruptedException {
    double capacity = options.rate == 0 ? capacity() : options.rate / options.share;
    double rate = capacity * options.share;
    Progress.say("capacity %.0f calls/s, of which %.0f are asked for", capacity, rate);
    awaitQuiet();
    Map<String, Map<Gauge, Double>> before = Sampler.once(mesh);
    ledger.expect("it was read too slowly", EnumSet.of(Kind.STREAM), Set.of("grpc-8"));
    Acts acts = new Acts(mesh, ledger, vertx, random.split());
    Sampler sampler = new Sampler(mesh, options.sampleSeconds);
    Load load = load();
    Comers comers = new Comers(vertx, callers, mesh.port(), ledger, random.split());
    Streams streams = streams();
    long right = ledger.right();
    long start = System.nanoTime();
    Thread sampling = new Thread(sampler, "sampler");
    sampling.setDaemon(true);
    sampling.start();
    on(
        () -> {
          load.pace(rate);
          comers.start();
          streams.start();
          return null;
        });
    long deadline = start + (long) (options.minutes * 60e9);
    while (System.nanoTime() < deadline) {
      acts.next();
      TimeUnit.SECONDS.sleep(options.pauseSeconds);
    }
    sampler.end();
    sampling.join(Duration.ofSeconds(QUIET_PATIENCE_SECONDS).toMillis());
    double seconds = (System.nanoTime() - start) / 1e9;
    double reached = (ledger.right() - right) / seconds;
    on(
        () -> {
          comers.end();
          streams.end();
          load.pace(0);
          return null;
        });
    await("calls of the driver", () -> load.inFlight() + comers.here());
    on(
        () -> {
          load.end();
          streams.close();
          return null;
        });
    awaitQuiet();
    return new Outcome(
        capacity,
        rate,
        reached,
        seconds,
        load.leftOut(),
        comers.came(),
        streams.began(),
        ledger,
        acts.done(),
        acts.faults(),
        sampler.looks(WARM_UP_SHARE * seconds / 3600),
        before,
        Sampler.once(mesh));
  }

  private Load load() throws InterruptedException {
    return on(() -> new Load(vertx, callers, ledger, random.split(), options.inFlight));
  }

  private Streams streams() throws InterruptedException {
    return on(
        () ->
            new Streams(vertx, callers.http(HttpVersion.HTTP_2, 1, false), ledger, random.split()));
  }

  /** With as many calls in flight as may be, after the agents' code has been compiled. */
  private double capacity() throws InterruptedException {
    Load load = load();
    Progress.say("warm-up: %d s", options.warmupSeconds);
    on(
        () -> {
          load.pace(Double.POSITIVE_INFINITY);
          return null;
        });
    TimeUnit.SECONDS.sleep(options.warmupSeconds);
    long right = ledger.right();
    long from = System.nanoTime();
    TimeUnit.SECONDS.sleep(options.capacitySeconds);
    double capacity = (ledger.right() - right) / ((System.nanoTime() - from) / 1e9);
    on(
        () -> {
          load.pace(0);
          return null;
        });
    await("calls of the driver", load::inFlight);
    on(
        () -> {
          load.end();
          return null;
        });
    if (capacity == 0) {
      throw new ContestException("no call was answered: " + ledger.examples());
    }
    return capacity;
  }

  /** Until the agents have nothing more of what they had of callers. */
  private void awaitQuiet() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + QUIET_PATIENCE_SECONDS * 1_000_000_000L;
    while (System.nanoTime() < deadline) {
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
      boolean quiet =
          Sampler.once(mesh).values().stream()
              .allMatch(
                  each ->
                      each.get(Gauge.IN_FLIGHT) == 0
                          && each.get(Gauge.STREAMS) == 0
                          && each.get(Gauge.CALLERS) == 0);
      if (quiet) {
        return;
      }
    }
  }

  private void await(String what, Supplier<Integer> left) throws InterruptedException {
    long deadline = System.nanoTime() + QUIET_PATIENCE_SECONDS * 1_000_000_000L;
    while (on(left) > 0) {
      if (System.nanoTime() > deadline) {
        Progress.say("%d %s didn't end", on(left), what);
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private <T> T on(Supplier<T> task) throws InterruptedException {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.runOnContext(
        none -> {
          try {
            done.complete(task.get());
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    try {
      return done.get(QUIET_PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ContestException("the driver's event loop: " + e);
    }
  }
}
