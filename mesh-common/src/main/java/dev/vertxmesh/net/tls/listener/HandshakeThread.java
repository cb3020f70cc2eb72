package dev.vertxmesh.net.tls.listener;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where the JDK's TLS computes what a handshake needs, at 3 ms each: on an event loop those of
 * strangers would keep all calls on it waiting, for seconds if they come by the thousand. So they
 * have one thread of their own, for all listeners, and so many may wait for it. OpenSSL needs a
 * quarter of that, and stays on the event loop. Thread-safe.
 */
final class HandshakeThread implements Executor {

  static final HandshakeThread SHARED = new HandshakeThread(1_024);

  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor thread;
  private final int mostWaiting;

  HandshakeThread(int mostWaiting) {
    this.mostWaiting = mostWaiting;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(mostWaiting),
            HandshakeThread::daemon);
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread made = new Thread(work, "mesh-handshakes");
    made.setDaemon(true);
    return made;
  }

  /**
   * @throws RejectedExecutionException if too many wait, which ends the newest's handshake
   */
  @Override
  public void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      throw new RejectedExecutionException(
          "%d handshakes wait already, as many as may".formatted(mostWaiting));
    }
  }
}
