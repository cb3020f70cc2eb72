package dev.vertxmesh.admission;

import java.util.concurrent.TimeUnit;

/**
 * When an event loop refuses calls because it is short of CPU.
 *
 * @param targetMillis how long what comes may wait for its turn all the time; 0 for any time
 * @param intervalMillis for how long it has to have waited longer than that, from 1
 * @param floor calls in flight on a loop that are taken in any case, from 1
 */
public record QueueOptions(long targetMillis, long intervalMillis, int floor) {

  /** Whether calls are refused at all. */
  boolean refuses() {
    return targetMillis > 0;
  }

  /** Nanoseconds that what comes may wait all the time. */
  long targetNanos() {
    return refuses() ? TimeUnit.MILLISECONDS.toNanos(targetMillis) : Long.MAX_VALUE;
  }

  long intervalNanos() {
    return TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }
}
