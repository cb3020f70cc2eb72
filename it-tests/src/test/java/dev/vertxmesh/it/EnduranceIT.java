package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Pipeline;
import dev.vertxmesh.it.harness.Pipeline.Shot;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An hour's worth of calls in a minute: right ones on many connections at once, in between those
 * that fail in every way, and clients that leave in the middle. Afterwards nothing is left.
 */
@Tag("alone")
class EnduranceIT {

  private static final long CALLS = Long.getLong("mesh.endurance.calls", 1_000_000);
  private static final long WARM_UP = 50_000;
  private static final int CONNECTIONS = 64;
  private static final int BATCH = 16;

  /** So many batches go by between two clients that leave in the middle. */
  private static final int BATCHES_TO_A_LEAVER = 5;

  /** One batch in so many has a call in it that fails. */
  private static final int BATCHES_TO_A_FAILURE = 50;

  private static final String PINNED = "mesh_netty_pinned_bytes";
  private static final int MEBIBYTE = 1 << 20;

  private static final List<Shot> FAILURES =
      List.of(
          Shot.json("slow", "[1000]", 504, "x-mesh-timeout: 5\r\n"),
          Shot.json("noSuchMethod", "[]", 404, ""),
          Shot.json("find", "{\"types\":[\"long\"],\"args\":[404]}", 500, ""),
          Shot.json("echoInt", "{\"types\":[\"int\"],\"args\":[\"x\"]}", 400, ""),
          Shot.json("echo", "[", 400, ""),
          Shot.json("echo", "[\"" + "x".repeat(100_000) + "\"]", 200, ""));

  /** What an agent has at a moment when it has nothing to do. */
  private record Held(double pinned, double heap, long files) {

    static Held by(Agent agent) {
      agent.collectGarbage();
      var metrics = agent.metrics();
      return new Held(
          metrics.sum(PINNED),
          metrics.sum("jvm_memory_used_bytes", "area=\"heap\""),
          agent.openFiles());
    }
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void millionsOfCallsLeaveNothingBehind(@TempDir Path folder)
      throws InterruptedException, ExecutionException {
    Mesh drawn = Mesh.in(folder).with(Provider.dubbo("2.6.12")).underLoadForMinutes();
    try (Mesh mesh = drawn.start()) {
      load(mesh, WARM_UP);
      awaitIdle(mesh);
      Held consumerBefore = Held.by(mesh.consumer());
      Held providerBefore = Held.by(mesh.providerAgent());

      load(mesh, CALLS);

      awaitIdle(mesh);
      assertThat(mesh.consumer().metrics().sum("mesh_calls_total"))
          .isGreaterThanOrEqualTo(CALLS + WARM_UP);
      assertThat(mesh.providerAgent().metrics().sum("mesh_calls_total", "outcome=\"ok\""))
          .isGreaterThanOrEqualTo(CALLS);
      assertNothingIsLeft(mesh.consumer(), consumerBefore);
      assertNothingIsLeft(mesh.providerAgent(), providerBefore);
    }
  }

  private static void awaitIdle(Mesh mesh) {
    await().until(() -> mesh.consumer().metrics().sum("mesh_calls_in_flight") == 0);
    await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == 0);
    await().until(() -> mesh.inFlightOnLinks() == 0);
    await().until(() -> mesh.consumer().metrics().sum("mesh_deadlines") == 0);
  }

  private static void assertNothingIsLeft(Agent agent, Held before) {
    await()
        .untilAsserted(
            () -> {
              Held after = Held.by(agent);
              assertThat(after.pinned()).as("pooled bytes").isLessThanOrEqualTo(before.pinned());
              assertThat(after.files()).as("open files").isLessThanOrEqualTo(before.files());
              assertThat(after.heap()).as("heap").isLessThan(before.heap() + MEBIBYTE);
            });
    assertThat(agent.process().log()).doesNotContain("LEAK", "OutOfMemory");
  }

  /** So many right calls, and what goes wrong meanwhile. */
  private static void load(Mesh mesh, long calls) throws InterruptedException, ExecutionException {
    AtomicLong left = new AtomicLong(calls);
    Semaphore turns = new Semaphore(0);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS + 1);
    int port = mesh.consumer().port();
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      int seed = i;
      callers.add(
          clients.submit(
              () -> {
                call(port, left, turns, new Random(seed));
                return null;
              }));
    }
    Future<?> leavers =
        clients.submit(
            () -> {
              comeAndGo(port, turns, done);
              return null;
            });
    // what is counted at the end is seen to be counted now
    await().until(() -> mesh.consumer().metrics().sum(PINNED) > 0);
    await().until(() -> mesh.providerAgent().metrics().sum(PINNED) > 0);
    for (Future<?> caller : callers) {
      caller.get();
    }
    done.set(true);
    turns.release(BATCHES_TO_A_LEAVER);
    leavers.get();
    clients.shutdown();
  }

  private static void call(int port, AtomicLong left, Semaphore turns, Random random)
      throws IOException {
    List<Shot> pool = random.ints(256).mapToObj(i -> Shot.hash(text(random))).toList();
    List<Shot> batch = new ArrayList<>();
    try (Pipeline pipeline = new Pipeline(port)) {
      while (left.addAndGet(-BATCH) > -BATCH) {
        batch.clear();
        int first = random.nextInt(pool.size());
        for (int i = 0; i < BATCH; i++) {
          batch.add(pool.get((first + i) % pool.size()));
        }
        if (random.nextInt(BATCHES_TO_A_FAILURE) == 0) {
          batch.add(random.nextInt(BATCH), FAILURES.get(random.nextInt(FAILURES.size())));
        }
        pipeline.fire(batch);
        turns.release();
      }
    }
  }

  private static String text(Random random) {
    return random
        .ints(1 + random.nextInt(64), 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Clients that leave: before their request is whole, during a call, with answers unread. */
  private static void comeAndGo(int port, Semaphore turns, AtomicBoolean done)
      throws IOException, InterruptedException {
    String slow = "/" + Samples.USERS + "/slow";
    for (int i = 0; !done.get(); i++) {
      turns.acquire(BATCHES_TO_A_LEAVER);
      try (Wire wire = Wire.to(port)) {
        switch (i % 3) {
          case 0 -> wire.send("POST " + slow + " HTTP/1.1\r\nContent-Length: 100\r\n\r\n[");
          case 1 -> wire.post(slow, "application/json", "[30]");
          default -> wire.post(slow, "application/json", "[1]").post(slow, "a/b", "[10]").answer();
        }
        wire.abort();
      }
    }
  }
}
