package dev.vertxmesh.testing;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PatienceTest {

  @Test
  void whatAnotherThreadThrowsIsntTheFailureOfWhoWaits() {
    CountDownLatch waiting = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              awaitQuietly(waiting);
              throw new IllegalStateException("of another test");
            });
    other.setUncaughtExceptionHandler(null);
    other.start();
    await()
        .until(
            () -> {
              waiting.countDown();
              return !other.isAlive();
            });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
