package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls one call after the other beside an attack, from before it until after it, and is to notice
 * nothing: each must be answered, and rightly. It's told by its calls, and not by how long they
 * take.
 */
final class GoodCaller {

  /** So many are made while an attack has come and stands. */
  private static final int BESIDE = 20;

  private final Runnable call;
  private final AtomicInteger made = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "good caller");
  private volatile Throwable failure;
  private volatile boolean isLeaving;

  private GoodCaller(Runnable call) {
    this.call = call;
  }

  /**
   * @param call makes one, and throws if its answer isn't what it's to be
   */
  static GoodCaller calling(Runnable call) {
    GoodCaller caller = new GoodCaller(call);
    caller.thread.start();
    caller.awaitCalls(1);
    return caller;
  }

  private void run() {
    try {
      while (!isLeaving) {
        call.run();
        made.incrementAndGet();
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Returns once it has made more calls beside all that was sent until now. */
  void callOn() {
    awaitCalls(made.get() + BESIDE);
  }

  private void awaitCalls(int count) {
    await().until(() -> failure != null || made.get() >= count);
    assertThat(failure).as("call %d of the good caller", made.get() + 1).isNull();
  }

  /** Returns once its last call has been answered. */
  void leave() {
    isLeaving = true;
    await().until(() -> !thread.isAlive());
    assertThat(failure).as("call %d of the good caller", made.get() + 1).isNull();
  }
}
