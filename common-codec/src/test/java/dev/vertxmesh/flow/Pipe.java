package dev.vertxmesh.flow;

import java.util.PriorityQueue;

/**
 * A path in virtual time: a sender that always has more, a narrowest part with a queue before it,
 * and a receiver that gives windows back. What the receiver sends has all the room that it needs.
 */
final class Pipe {

  static final long SECOND = 1_000_000_000L;
  private static final int CHUNK = 4 * 1024;

  private record Event(long at, long order, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final BandwidthDelay flow;
  private final double givesBack;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private double bytesPerSecond;
  private long roundTrip;
  private long now;
  private long order;
  private long narrowFree;
  private long allowed;
  private long granted;
  private long left = Long.MAX_VALUE;
  private long received;
  private long longestQueue;
  private int pings;

  /**
   * @param givesBack the share of the window that has to be taken before it's given back
   */
  Pipe(double bytesPerSecond, long roundTripMillis, BandwidthDelay flow, double givesBack) {
    path(bytesPerSecond, roundTripMillis);
    this.flow = flow;
    this.givesBack = givesBack;
    this.allowed = flow.window();
    this.granted = allowed;
  }

  /** From now on the path is another. */
  void path(double bytes, long roundTripMillis) {
    bytesPerSecond = bytes;
    roundTrip = roundTripMillis * 1_000_000;
  }

  /** The sender has this much and no more. */
  void has(long bytes) {
    left = bytes;
  }

  /** Lets time go on; what was counted is counted anew. */
  void run(long nanos) {
    received = 0;
    longestQueue = 0;
    pings = 0;
    long end = now + nanos;
    send();
    while (!events.isEmpty() && events.peek().at() <= end) {
      Event event = events.poll();
      now = event.at();
      event.what().run();
    }
    now = end;
  }

  private void at(long time, Runnable what) {
    events.add(new Event(time, order++, what));
  }

  private void send() {
    while (allowed > 0 && left > 0) {
      int bytes = (int) Math.min(CHUNK, Math.min(allowed, left));
      allowed -= bytes;
      left -= bytes;
      at(throughTheNarrowPart(bytes), () -> arrive(bytes));
    }
  }

  private long throughTheNarrowPart(int bytes) {
    long queue = Math.max(0, narrowFree - now);
    longestQueue = Math.max(longestQueue, queue);
    narrowFree = now + queue + Math.round(bytes / bytesPerSecond * SECOND);
    return narrowFree + roundTrip / 2;
  }

  private void arrive(int bytes) {
    received += bytes;
    if (flow.onData(bytes)) {
      pings++;
      flow.onPing(now);
      at(now + roundTrip / 2, () -> at(throughTheNarrowPart(0), this::pong));
    }
    granted -= bytes;
    if (flow.window() - granted >= givesBack * flow.window()) {
      giveBack();
    }
  }

  private void pong() {
    if (flow.onPong(now)) {
      giveBack();
    }
  }

  private void giveBack() {
    long bytes = flow.window() - granted;
    granted += bytes;
    at(
        now + roundTrip / 2,
        () -> {
          allowed += bytes;
          send();
        });
  }

  long received() {
    return received;
  }

  int pings() {
    return pings;
  }

  /** In milliseconds. */
  double longestQueue() {
    return longestQueue / 1e6;
  }
}
