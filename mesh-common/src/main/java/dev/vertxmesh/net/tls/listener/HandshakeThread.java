package dev.vertxmesh.net.tls.listener;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where the JDK's TLS computes what a listener's handshakes need, at 3 ms each: on an event loop
 * those of strangers would keep all calls on it waiting, for seconds if they come by the thousand.
 * OpenSSL needs a quarter of that, and stays on the event loop. The thread is there while there is
 * something to do. Thread-safe.
 */
final class HandshakeThread implements Executor {

  /** What waits for it at most: some 3 s. A handshake with a client's certificate waits 3 times. */
  static final int MOST_WAITING = 1_024;

  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          HandshakeThread::daemon);

  HandshakeThread() {
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread made = new Thread(work, "mesh-handshakes");
    made.setDaemon(true);
    return made;
  }

  /**
   * @throws RejectedExecutionException if too many wait; its message is for a person
   */
  @Override
  public void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      throw new RejectedExecutionException(
          "too many handshakes wait to be computed, expected %d at most".formatted(MOST_WAITING));
    }
  }
}
