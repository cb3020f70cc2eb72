package dev.vertxmesh.samples.provider;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;

/** The contest's provider: it sleeps, as a slow database would, and then answers. */
public final class HelloProvider implements IHelloService {
  private final CallCount calls;
  private volatile long delayMillis;
  private volatile boolean throwing;

  /**
   * @param delayMillis how long each call holds its thread; 0 for not at all
   */
  public HelloProvider(long delayMillis, CallCount calls) {
    this.delayMillis = delayMillis;
    this.calls = calls;
  }

  /** Sets how long each call from now on holds its thread. */
  void delayMillis(long millis) {
    delayMillis = millis;
  }

  /** From now on calls throw at once, or don't any more. */
  void throwing(boolean isThrowing) {
    throwing = isThrowing;
  }

  @Override
  public int hash(String str) {
    calls.add();
    if (throwing) {
      throw new IllegalStateException("as ordered");
    }
    if (delayMillis > 0) {
      sleep();
    }
    return str.hashCode();
  }

  private void sleep() {
    try {
      Thread.sleep(delayMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
