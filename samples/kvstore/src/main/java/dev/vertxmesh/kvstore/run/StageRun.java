package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One stage's calls, from the first key to the last. */
final class StageRun implements AutoCloseable {

  /** A locked store with many calls in flight needs its time. */
  private static final long DRAIN_SECONDS = 600;

  private final Stage stage;
  private final RunFlags flags;
  private final InetSocketAddress store;
  private final List<StoreClient> clients = new ArrayList<>();
  private final List<Driver> drivers = new ArrayList<>();
  private final List<ExecutorService> threads = new ArrayList<>();

  /**
   * @param seconds that were counted
   * @param cpuSeconds that this process took meanwhile, the store too if it's in it
   */
  record Outcome(Stage stage, Tally tally, double seconds, double cpuSeconds) {
    double callsPerSecond() {
      return tally.calls() / seconds;
    }

    double cpuPer100k() {
      return cpuSeconds / tally.calls() * 100_000;
    }

    /** The articles' blocking client counts no creates. */
    double asPublished() {
      return (tally.calls() - (stage.blocking() ? tally.creates() : 0)) / seconds;
    }
  }

  StageRun(Stage stage, RunFlags flags, InetSocketAddress store) {
    this.stage = stage;
    this.flags = flags;
    this.store = store;
  }

  Outcome run() throws InterruptedException, ExecutionException, IOException {
    open();
    all(Phase.SEED);
    drivers.forEach(driver -> driver.begin(Phase.MIX));
    TimeUnit.SECONDS.sleep(flags.warmupSeconds);
    long startNanos = System.nanoTime();
    double startCpu = cpuSeconds();
    drivers.forEach(driver -> driver.workload().measure(true));
    TimeUnit.SECONDS.sleep(flags.seconds);
    drivers.forEach(driver -> driver.workload().measure(false));
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpu = cpuSeconds() - startCpu;
    all(flags.target == null ? Phase.REST : Phase.CLEAN);
    Tally tally = new Tally();
    drivers.forEach(driver -> tally.add(driver.workload().tally()));
    return new Outcome(stage, tally, seconds, cpu);
  }

  /** User and system, of all threads; 0 where the system doesn't tell. */
  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L)
        / 1e9;
  }

  private void open() throws IOException {
    SplittableRandom random = new SplittableRandom(flags.seed ^ System.nanoTime());
    int keys = flags.keys == null ? stage.keys() : flags.keys;
    int parts = stage.blocking() ? stage.inFlight() : Math.min(flags.connections, stage.inFlight());
    StoreClient shared = stage.blocking() ? client() : null;
    for (int part = 0; part < parts; part++) {
      Sizes sizes = new Sizes(random.split(), flags.meanKey, flags.meanValue);
      int seeds = share(keys, part, parts);
      Workload workload = new Workload(random.split(), sizes, seeds, System::nanoTime);
      if (stage.blocking()) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        threads.add(thread);
        drivers.add(new BlockingDriver(workload, shared, thread));
      } else {
        drivers.add(new AsyncDriver(workload, client(), share(stage.inFlight(), part, parts)));
      }
    }
  }

  private StoreClient client() throws IOException {
    StoreClient client = StoreClient.connect(store);
    clients.add(client);
    return client;
  }

  static int share(int whole, int part, int parts) {
    return whole / parts + (part < whole % parts ? 1 : 0);
  }

  private void all(Phase phase) throws InterruptedException, ExecutionException, IOException {
    await(Future.all(drivers.stream().map(driver -> driver.begin(phase)).toList()));
  }

  private static void await(Future<?> future)
      throws InterruptedException, ExecutionException, IOException {
    try {
      future.toCompletionStage().toCompletableFuture().get(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException("it leaves calls without an answer for " + DRAIN_SECONDS + " s", e);
    }
  }

  @Override
  public void close() {
    drivers.forEach(driver -> driver.workload().phase(Phase.REST));
    threads.forEach(ExecutorService::shutdownNow);
    clients.forEach(StoreClient::close);
  }
}
