package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Calls that come at a rate of their own, however long answers take, to clients in turn. A machine
 * that is so busy that hundreds wait has them later, and the rate that there was says so: else the
 * agent would end connections for what they have in its memory.
 */
final class OpenLoad {

  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(5);

  private static final int MOST_IN_FLIGHT = 400;
  private static final int SHOWN = 10;

  private final Vertx vertx;
  private final List<KeptClient> clients;
  private final int callsASecond;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong right = new AtomicLong();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong longestPause = new AtomicLong();
  private final long start = System.nanoTime();
  private volatile long begun;
  private long last = start; // the ticker's
  private volatile long ended;

  OpenLoad(Vertx vertx, List<KeptClient> clients, int callsASecond) {
    this.vertx = vertx;
    this.clients = new ArrayList<>(clients);
    this.callsASecond = callsASecond;
    ticker.scheduleAtFixedRate(this::tick, 0, PERIOD, TimeUnit.NANOSECONDS);
  }

  private void tick() {
    long now = System.nanoTime();
    longestPause.accumulateAndGet(now - last - PERIOD, Math::max);
    last = now;
    long due = (long) ((now - start) / 1e9 * callsASecond);
    due = Math.min(due, right.get() + failed.get() + MOST_IN_FLIGHT);
    for (; begun < due; begun++) {
      KeptClient client = clients.get((int) (begun % clients.size()));
      vertx.runOnContext(next -> call(client));
    }
  }

  private void call(KeptClient client) {
    client
        .call()
        .onSuccess(done -> right.incrementAndGet())
        .onFailure(
            e -> {
              if (failed.getAndIncrement() < SHOWN) {
                failures.add(client + ": " + e);
              }
            });
  }

  /** How long the ticker, which has nothing else to do, stood at most since this was last asked. */
  long takeLongestPauseNanos() {
    return longestPause.getAndSet(0);
  }

  void awaitMore(int calls) {
    long wanted = right.get() + calls;
    await().until(() -> right.get() >= wanted || failed.get() > 0);
    assertNoneFailed();
  }

  void assertNoneFailed() {
    assertThat(failures).as("the first of %d failures of %s", failed.get(), clients).isEmpty();
    assertThat(clients).allMatch(KeptClient::isOpen);
  }

  long right() {
    return right.get();
  }

  /** So many a second there were. */
  double rate() {
    return begun * 1e9 / (ended - start);
  }

  /** Begins no more, and waits for those that are on their way: all have to be answered rightly. */
  void end() {
    ticker.shutdown();
    await().until(ticker::isTerminated);
    ended = System.nanoTime();
    await().until(() -> right.get() + failed.get() == begun || failed.get() > 0);
    assertNoneFailed();
    assertThat(right).hasValue(begun);
  }
}
