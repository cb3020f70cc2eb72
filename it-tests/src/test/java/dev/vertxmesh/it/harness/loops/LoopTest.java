package dev.vertxmesh.it.harness.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {

  private static final long BOUND = 20;

  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final Thread thread =
      CompletableFuture.supplyAsync(Thread::currentThread, executor).join();
  private final Loop loop = new Loop(thread, executor, BOUND);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void endWork() {
    ended.set(true);
    end.countDown();
    executor.shutdown();
  }

  private void work() {
    while (!ended.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whoWorksOnIsToldOfOnceAndWithWhatItDoes() {
    executor.execute(this::work);
    Optional<String> said = await().until(loop::look, Optional::isPresent);
    assertThat(said.get()).startsWith("LOOP BLOCKED: ").contains("LoopTest.work(");
    assertThat(loop.look()).isEmpty();
  }

  @Test
  void whoGetsNoProcessorIsNotBlocked() {
    executor.execute(
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    await().until(() -> thread.getState() == Thread.State.WAITING);
    for (int i = 0; i < 1_000; i++) {
      assertThat(loop.look()).isEmpty();
    }
  }
}
