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

  /** Nanoseconds that what comes may wait all the time. */
  long targetNanos() {
    return targetMillis == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(targetMillis);
  }

  long intervalNanos() {
    return TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }
}
