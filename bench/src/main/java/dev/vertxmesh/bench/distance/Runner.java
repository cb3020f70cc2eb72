package dev.vertxmesh.bench.distance;

import io.vertx.core.CompositeFuture;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Makes the calls: servers, clients and the path between them each have a thread of their own. */
final class Runner implements AutoCloseable {

  static final int KIB = 1 << 10;
  static final int MIB = 1 << 20;
  private static final int SMALL = KIB;
  private static final int EVERY_MILLIS = 10;
  private static final int BESIDE_MILLIS = 10_000;

  /** What would take longer isn't called at all, or once. */
  private static final int MOST_SECONDS = 60;

  private static final int ONCE_SECONDS = 5;

  /** 10 MiB through 64 KiB of window take 40 s over the far stretch, on a quiet machine. */
  private static final int PATIENCE_SECONDS = 400;

  private final Vertx servers = oneLoop();
  private final Vertx clients = oneLoop();
  private final Context loop = clients.getOrCreateContext();
  private final Map<Way, Integer> ports = new LinkedHashMap<>();

  private static Vertx oneLoop() {
    return Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  }

  /**
   * Begins every way's server and calls each.
   *
   * @param warmupCalls often enough for the JVM to have compiled the way; 0 for figures that nobody
   *     reads
   */
  Runner(List<Way> ways, int warmupCalls) {
    for (Way way : ways) {
      ports.put(way, await(way.serve(servers)));
    }
    Stretch near = new Stretch(0, 1_000);
    for (Way way : ways) {
      over(
          near,
          way,
          calls -> {
            for (int i = 0; i < warmupCalls; i++) {
              timed(calls, MIB);
              timed(calls, SMALL);
            }
            return timed(calls, warmupCalls == 0 ? SMALL : 32 * MIB);
          });
    }
  }

  /** What is done with a connection. */
  private interface Use<T> {
    T of(Calls calls);
  }

  private <T> T over(Stretch stretch, Way way, Use<T> use) {
    try (DelayProxy proxy = new DelayProxy(stretch, ports.get(way))) {
      Calls calls = await(onLoop(() -> way.connect(clients, proxy.port())));
      try {
        return use.of(calls);
      } finally {
        await(onLoop(calls::close));
      }
    }
  }

  /** So many calls on a connection of their own, one after the other. */
  Measured calls(Stretch stretch, Way way, int bytes, int count) {
    return over(stretch, way, calls -> new Measured(way, times(calls, bytes, count)));
  }

  /** For each size so many calls, all on one connection; fewer of what takes long. */
  List<Measured> sizes(Stretch stretch, Way way, List<Integer> sizes, int count) {
    return over(
        stretch,
        way,
        calls ->
            sizes.stream()
                .map(
                    size -> new Measured(way, times(calls, size, count(stretch, way, size, count))))
                .toList());
  }

  private static int count(Stretch stretch, Way way, int bytes, int count) {
    int window = way.fixedWindow();
    double seconds = window == 0 ? 0 : stretch.seconds(bytes, window);
    return seconds > MOST_SECONDS ? 0 : seconds > ONCE_SECONDS ? 1 : count;
  }

  private double[] times(Calls calls, int bytes, int count) {
    double[] millis = new double[count];
    for (int i = 0; i < count; i++) {
      millis[i] = timed(calls, bytes);
    }
    return millis;
  }

  private double timed(Calls calls, int bytes) {
    return await(onLoop(() -> timedOnLoop(calls, bytes)));
  }

  private static Future<Double> timedOnLoop(Calls calls, int bytes) {
    long begin = System.nanoTime();
    return calls.call(bytes).map(done -> (System.nanoTime() - begin) / 1e6);
  }

  /**
   * Small calls every 10 ms for as long as a large one takes, and 10 s at most; after another large
   * one on the connection if windows follow.
   */
  Measured beside(Stretch stretch, Way way, int bytes) {
    return over(
        stretch,
        way,
        calls -> {
          if (way.fixedWindow() == 0) {
            timed(calls, bytes);
          }
          return new Measured(way, await(onLoop(() -> beside(calls, bytes))));
        });
  }

  private Future<double[]> beside(Calls calls, int bytes) {
    List<Future<Double>> small = new ArrayList<>();
    long timer = clients.setPeriodic(EVERY_MILLIS, t -> small.add(timedOnLoop(calls, SMALL)));
    return Future.any(calls.call(bytes), clients.timer(BESIDE_MILLIS, TimeUnit.MILLISECONDS))
        // grpc-java answers on a thread of its own, while the timer adds to the list
        .compose(done -> onLoop(() -> ended(timer, small)))
        .map(all -> small.stream().mapToDouble(Future::result).toArray());
  }

  private Future<CompositeFuture> ended(long timer, List<Future<Double>> small) {
    clients.cancelTimer(timer);
    return Future.all(small);
  }

  private <T> Future<T> onLoop(Supplier<Future<T>> what) {
    Promise<T> result = Promise.promise();
    loop.runOnContext(
        turn ->
            Future.succeededFuture()
                .compose(begin -> what.get())
                .onComplete(result)); // throws, too
    return result.future();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer after %d s".formatted(PATIENCE_SECONDS), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    await(clients.close());
    await(servers.close());
  }
}
