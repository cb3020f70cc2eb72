package dev.vertxmesh.bench.simulate;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * A provider with its agent: as many calls at a time as it has threads, as many again wait, and the
 * rest is refused. Times are virtual nanoseconds.
 */
public final class SimServer {

  /** What it does with calls. */
  enum Mode {
    WELL,
    /** Fails each at once. */
    FAILING,
    /** Answers none. */
    DEAD
  }

  private final String key;
  private final int threads;
  private final long meanNanos;
  private final ArrayDeque<SimCall> waiting = new ArrayDeque<>();
  private Mode mode = Mode.WELL;
  private double slowness = 1;
  private int busy;
  private long calls;

  public SimServer(String key, int threads, long meanNanos) {
    this.key = key;
    this.threads = threads;
    this.meanNanos = meanNanos;
  }

  String key() {
    return key;
  }

  int threads() {
    return threads;
  }

  Mode mode() {
    return mode;
  }

  void mode(Mode next) {
    mode = next;
  }

  /** How many times longer than usual it takes. */
  void slowness(double times) {
    slowness = times;
  }

  /** Calls per second that it can get done. */
  double capacity() {
    return mode == Mode.WELL ? threads * 1e9 / (meanNanos * slowness) : 0;
  }

  /** Calls that came since the last time. */
  long takeCalls() {
    long came = calls;
    calls = 0;
    return came;
  }

  /** A call came that it has no thread for. */
  void takes() {
    calls++;
  }

  /** Whether it takes the call at all. */
  boolean arrives(SimCall call) {
    calls++;
    if (busy == threads && waiting.size() >= threads) {
      return false;
    }
    if (busy < threads) {
      busy++;
      return true;
    }
    waiting.add(call);
    call.waits = true;
    return true;
  }

  /** A call has been worked on; the next one of those that wait, or null. */
  SimCall ended() {
    SimCall next = waiting.poll();
    if (next == null) {
      busy--;
    } else {
      next.waits = false;
    }
    return next;
  }

  /** How long the next call takes, exponentially distributed around the mean. */
  long work(RandomGenerator random) {
    return (long) (-Math.log(1 - random.nextDouble()) * meanNanos * slowness) + 1;
  }
}
