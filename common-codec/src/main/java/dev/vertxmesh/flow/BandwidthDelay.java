package dev.vertxmesh.flow;

/**
 * Finds the window that a path needs: bandwidth x delay, the bytes that are under way when nothing
 * waits. Too small a window leaves the path idle, too large a one fills the queue before its
 * narrowest part, and everything else on the connection waits behind it.
 *
 * <p>The receiver estimates: it sends a ping with the first data, and counts the bytes that arrive
 * until the pong does. As gRPC's estimators do (grpc-go's {@code bdp_estimator.go}, and <a
 * href="https://grpc.io/blog/grpc-go-perf-improvements/">gRPC-Go performance improvements</a>):
 *
 * <pre>
 *   bandwidth = sample / round trip
 *   window    = 2 x sample      if sample >= 2/3 x window and the bandwidth still grows
 * </pre>
 *
 * <p>Whether it grows is judged by the moving average of the round trip if that is longer: one fast
 * pong isn't a faster path. A sample that fills a larger window without a higher bandwidth has only
 * lengthened the queue, so the window doesn't follow it.
 *
 * <p>The last doubling may have gone twice as far as it had to, and a call beside a large message
 * would pay for that with a second round trip. So, beyond what gRPC does, the window settles where
 * it needs only be a little more than what the path holds:
 *
 * <pre>
 *   window    = bandwidth x (least round trip + slack) / (1 - held back)
 * </pre>
 *
 * <p>which is less than before only if the round trip shows that there is a queue. The slack lets a
 * higher bandwidth show itself. Bytes that the receiver has read and not yet given back aren't on
 * the path. The least round trip is found anew now and then, as in BBR (Cardwell and others, ACM
 * Queue 14, 2016): for two round trips the window is so small that no queue is left.
 *
 * <p>Times are in nanoseconds, of one clock; sizes in bytes. One thread's.
 */
public final class BandwidthDelay {

  /** A sample below this share of the window wasn't limited by the window. grpc-go's beta. */
  private static final double FILLED = 2.0 / 3;

  /** The window for a sample, while the bandwidth grows. grpc-go's gamma. */
  private static final int TIMES = 2;

  /** The newest round trip's weight in the average, as in TCP (RFC 6298, 2.3). */
  private static final double NEWEST = 1 / 8.0;

  /** How much higher a bandwidth is that still grows, as in BBR. */
  private static final double GROWS = 1.25;

  /** The bandwidth is the highest of so many samples. */
  private static final int SAMPLES = 4;

  /** So many long round trips in a row are a queue; one is a thread that had to wait. */
  private static final int A_QUEUE = 2;

  /** The share that receivers hold back who don't say otherwise. */
  private static final double HELD_BACK = 1 / 16.0;

  /**
   * The share of a message that is known to come which may come beside it, its prefix not least.
   */
  private static final int BESIDE = 8;

  /** With little data, a ping waits until this share of the window has come. */
  private static final int PING_SHARE = 16;

  private final int initial;
  private final int cap;
  private final double onThePath;
  private final RoundTrips roundTrips = new RoundTrips();
  private int window;
  private boolean underWay;
  private long pingedAt;
  private long sample;
  private long sincePong;
  private double average;
  private final double[] bandwidths = new double[SAMPLES];
  private int samples;

  private int queues;

  /** The window with which there was a queue. */
  private double queued = Long.MAX_VALUE;

  /**
   * For a receiver that gives bytes back at the latest when they are a sixteenth of the window.
   *
   * @param initial the window to begin with, and the least
   * @param cap the largest window ever
   * @throws IllegalArgumentException unless 1 &lt;= initial &lt;= cap
   */
  public BandwidthDelay(int initial, int cap) {
    this(initial, cap, HELD_BACK);
  }

  /**
   * @param initial the window to begin with, and the least
   * @param cap the largest window ever
   * @param heldBack the largest share of the window that the receiver has read and not given back,
   *     from 0, below 1
   * @throws IllegalArgumentException unless 1 &lt;= initial &lt;= cap and 0 &lt;= heldBack &lt; 1
   */
  public BandwidthDelay(int initial, int cap, double heldBack) {
    if (initial < 1 || cap < initial) {
      throw new IllegalArgumentException(
          "window: from %d to %d, expected 1 <= from <= to".formatted(initial, cap));
    }
    if (!(heldBack >= 0 && heldBack < 1)) {
      throw new IllegalArgumentException(
          "share held back: " + heldBack + ", expected at least 0 and below 1");
    }
    this.initial = initial;
    this.cap = cap;
    this.onThePath = 1 - heldBack;
    this.window = initial;
  }

  /**
   * Data has arrived.
   *
   * @return whether to send a ping now; then {@link #onPing} says when it was sent
   */
  public boolean onData(int bytes) {
    return onData(bytes, true);
  }

  /**
   * The same where pings may only be sent at times.
   *
   * @param mayPing whether this is such a time
   */
  public boolean onData(int bytes, boolean mayPing) {
    sample += bytes;
    sincePong += bytes;
    if (underWay || !mayPing || (average > 0 && sincePong < window / PING_SHARE)) {
      return false;
    }
    underWay = true;
    sample = bytes;
    return true;
  }

  /** The ping has been sent. */
  public void onPing(long nanos) {
    pingedAt = nanos;
  }

  /**
   * The pong has come; one that answers no ping is ignored.
   *
   * @return whether {@link #window} has grown; it may have shrunk without this
   */
  public boolean onPong(long nanos) {
    if (!underWay) {
      return false;
    }
    underWay = false;
    sincePong = 0;
    long roundTrip = Math.max(1, nanos - pingedAt);
    average += average == 0 ? roundTrip : (roundTrip - average) * NEWEST;
    double before = bandwidth();
    double now = (double) sample / roundTrip;
    boolean filled = sample >= FILLED * window;
    if (filled) { // who had no more to send says nothing about the path
      bandwidths[samples++ % SAMPLES] = now;
    }
    return switch (roundTrips.add(roundTrip, nanos, filled)) {
      case LOST -> resize(Math.min(window, now * roundTrips.least() * RoundTrips.WITHOUT_QUEUE));
      case SEARCHED -> false;
      case FOUND -> resize(enough(roundTrips.least() + roundTrips.slack()));
      case KNOWN -> filled && onFilled(before, roundTrip);
    };
  }

  private boolean onFilled(double before, long roundTrip) {
    if (sample / Math.max(roundTrip, average) >= GROWS * before) {
      queued = Long.MAX_VALUE;
      return resize(Math.max(window, (double) TIMES * sample));
    }
    long noticed = roundTrips.noticed();
    queues = roundTrip > noticed ? queues + 1 : 0;
    if (queues >= A_QUEUE) {
      queued = enough(noticed);
      return resize(Math.min(window, queued));
    }
    return resize(Math.max(window, enough(roundTrips.least() + roundTrips.slack())));
  }

  /** Bytes a nanosecond. */
  private double bandwidth() {
    double highest = 0;
    for (double bandwidth : bandwidths) {
      highest = Math.max(highest, bandwidth);
    }
    return highest;
  }

  /**
   * A message of so many bytes is known to come, and its reader will take it: the window lets it
   * come at once, with a little beside it, unless the path is known to have had a queue with less.
   *
   * @return whether {@link #window} has grown
   */
  public boolean expect(long bytes) {
    return resize(Math.max(window, Math.min(bytes + bytes / BESIDE, queued)));
  }

  private double enough(long roundTrip) {
    return bandwidth() * roundTrip / onThePath;
  }

  private boolean resize(double bytes) {
    int before = window;
    window = (int) Math.max(initial, Math.min(cap, bytes));
    return window > before;
  }

  /** How many bytes the sender may have under way. */
  public int window() {
    return window;
  }

  /** The moving average of the round trip; 0 before the first pong. */
  public long roundTripNanos() {
    return Math.round(average);
  }

  /** Bytes a second: the highest of late, while data filled the window; 0 before that. */
  public long bytesPerSecond() {
    return Math.round(bandwidth() * 1e9);
  }
}
