package dev.vertxmesh.samples.provider;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;

/** The contest's provider: it sleeps, as a slow database would, and then answers. */
public final class HelloProvider implements IHelloService {
  private final long delayMillis;
  private final CallCount calls;

  /**
   * @param delayMillis how long each call holds its thread; 0 for not at all
   */
  public HelloProvider(long delayMillis, CallCount calls) {
    this.delayMillis = delayMillis;
    this.calls = calls;
  }

  @Override
  public int hash(String str) {
    calls.add();
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
