package dev.vertxmesh.kvstore.service;

import dev.vertxmesh.kvstore.store.Store;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** Makes the service as it runs on an event loop. */
public final class Endpoints {
  private Endpoints() {}

  /**
   * To be called on the event loop that the store is for.
   *
   * @param locked whether one call has the whole store for as long as its delay takes
   */
  public static KeyValueEndpoint on(
      Vertx vertx,
      Store store,
      long readMillis,
      long writeMillis,
      boolean locked,
      ServiceLimits limits) {
    DelayLine reads = line(vertx, readMillis);
    DelayLine writes = line(vertx, writeMillis);
    Pace pace = locked ? new OneAtATime(reads, writes) : Pace.concurrent(reads, writes);
    return new KeyValueEndpoint(store, pace, limits, System::nanoTime);
  }

  private static DelayLine line(Vertx vertx, long millis) {
    return new DelayLine(
        TimeUnit.MILLISECONDS.toNanos(millis),
        System::nanoTime,
        (nanos, fire) -> vertx.timer(nanos, TimeUnit.NANOSECONDS).onSuccess(v -> fire.run()));
  }
}
