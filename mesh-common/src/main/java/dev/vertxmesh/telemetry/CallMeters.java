package dev.vertxmesh.telemetry;

import dev.vertxmesh.call.Status;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted about the calls of one service. Hold on to it: using it looks nothing up and
 * allocates nothing, and any thread may do so.
 */
public final class CallMeters {

  /** Upper bounds of the histogram's buckets, in nanoseconds; a last one has no bound. */
  private static final long[] BOUNDS =
      micros(
          500,
          1_000,
          2_000,
          3_000,
          5_000,
          7_000,
          10_000,
          20_000,
          30_000,
          50_000,
          70_000,
          100_000,
          200_000,
          300_000,
          500_000,
          1_000_000,
          2_000_000,
          5_000_000,
          10_000_000);

  private static final Status[] STATUSES = Status.values();

  private final String service;
  private final LongAdder inFlight = new LongAdder();
  private final LongAdder nanosInAll = new LongAdder();
  private final LongAdder[] byStatus = adders(STATUSES.length);
  private final LongAdder[] byDuration = adders(BOUNDS.length + 1);

  CallMeters(String service) {
    this.service = service;
  }

  /** A call began. */
  public void begun() {
    inFlight.increment();
  }

  /** A call that {@link #begun()} has ended, {@code nanos} nanoseconds after it began. */
  public void ended(Status status, long nanos) {
    inFlight.decrement();
    byStatus[status.ordinal()].increment();
    byDuration[bucket(nanos)].increment();
    nanosInAll.add(nanos);
  }

  public String service() {
    return service;
  }

  public long inFlight() {
    return inFlight.sum();
  }

  public long count(Status status) {
    return byStatus[status.ordinal()].sum();
  }

  /** Whether a call has ended or is in flight. */
  boolean hasCounted() {
    return inFlight.sum() != 0 || Arrays.stream(byStatus).anyMatch(count -> count.sum() != 0);
  }

  double secondsInAll() {
    return nanosInAll.sum() / 1e9;
  }

  /** How many calls fell into each bucket, not cumulated. */
  long[] durations() {
    long[] counts = new long[byDuration.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = byDuration[i].sum();
    }
    return counts;
  }

  /** In seconds, with infinity last. */
  static double[] bounds() {
    double[] bounds = new double[BOUNDS.length + 1];
    for (int i = 0; i < BOUNDS.length; i++) {
      bounds[i] = BOUNDS[i] / 1e9;
    }
    bounds[BOUNDS.length] = Double.POSITIVE_INFINITY;
    return bounds;
  }

  private static int bucket(long nanos) {
    int bucket = 0;
    while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
      bucket++;
    }
    return bucket;
  }

  private static LongAdder[] adders(int count) {
    LongAdder[] adders = new LongAdder[count];
    for (int i = 0; i < count; i++) {
      adders[i] = new LongAdder();
    }
    return adders;
  }

  private static long[] micros(long... micros) {
    long[] nanos = new long[micros.length];
    for (int i = 0; i < micros.length; i++) {
      nanos[i] = TimeUnit.MICROSECONDS.toNanos(micros[i]);
    }
    return nanos;
  }
}
