package dev.vertxmesh.net.tls.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandshakeThreadTest {

  private final HandshakeThread thread = new HandshakeThread();
  private final CountDownLatch busy = new CountDownLatch(1);
  private final AtomicInteger computed = new AtomicInteger();

  private void beBusy() {
    computed.incrementAndGet();
    try {
      busy.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void soManyWaitAndAllOthersAreRefused() {
    thread.execute(this::beBusy);
    await().until(() -> computed.get() == 1);
    for (int i = 0; i < HandshakeThread.MOST_WAITING; i++) {
      thread.execute(computed::incrementAndGet);
    }
    assertThatThrownBy(() -> thread.execute(computed::incrementAndGet))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("too many handshakes wait to be computed, expected 1024 at most");
    assertThat(computed).hasValue(1);
    busy.countDown();
    await().until(() -> computed.get() == 1 + HandshakeThread.MOST_WAITING);
  }
}
