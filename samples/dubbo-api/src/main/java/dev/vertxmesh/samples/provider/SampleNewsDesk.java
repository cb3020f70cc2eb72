package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.NewsDesk;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells each subscriber one piece of news. */
public final class SampleNewsDesk implements NewsDesk {
  private final CallCount calls;
  private final AtomicInteger subscribers = new AtomicInteger();

  /**
   * @param calls counts those that come here
   */
  public SampleNewsDesk(CallCount calls) {
    this.calls = calls;
  }

  @Override
  public int subscribe(String topic, Subscriber subscriber) {
    calls.add();
    subscriber.onNews("first " + topic);
    return subscribers.incrementAndGet();
  }
}
