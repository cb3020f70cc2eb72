package dev.vertxmesh.bench.open;

import java.util.Arrays;

/** Stretches of time by {@link System#nanoTime()}, in their order, none within another. */
final class Spans {
  private long[] from = new long[16];
  private long[] to = new long[16];
  private int count;

  /** One that isn't before any other. */
  void add(long begun, long ended) {
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    from[count] = begun;
    to[count] = ended;
    count++;
  }

  Spans copy() {
    Spans copy = new Spans();
    copy.from = Arrays.copyOf(from, Math.max(1, count));
    copy.to = Arrays.copyOf(to, Math.max(1, count));
    copy.count = count;
    return copy;
  }

  int count() {
    return count;
  }

  /** Nanoseconds of these stretches that lie in this one. */
  long within(long begun, long ended) {
    int at = Arrays.binarySearch(to, 0, count, begun);
    long sum = 0;
    for (int i = at < 0 ? -at - 1 : at; i < count && from[i] < ended; i++) {
      sum += Math.max(0, Math.min(ended, to[i]) - Math.max(begun, from[i]));
    }
    return sum;
  }
}
