package dev.vertxmesh.bench.echo;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.Arrays;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps a fixed number of calls in flight: each answer starts the next, on the connection's own
 * thread, which is the only one that counts. A call that fails starts none.
 */
final class EchoLoop {
  private static final long STEP_NANOS = 10_000;
  private static final int STEPS = 1_000_000;

  private final Channel channel;
  private final byte[] message;
  private final int[] steps = new int[STEPS + 1];
  private final Phaser inFlight = new Phaser(1);
  private final AtomicLong left;
  private long calls;
  private long errors;
  private String firstError;
  private volatile boolean running = true;
  private volatile boolean measuring;

  /**
   * @param most calls that are begun in all
   */
  EchoLoop(Channel channel, byte[] message, long most) {
    this.channel = channel;
    this.message = message;
    this.left = new AtomicLong(most);
  }

  void start(int inFlightCalls) {
    inFlight.bulkRegister(inFlightCalls);
    for (int i = 0; i < inFlightCalls; i++) {
      next();
    }
  }

  void measure(boolean on) {
    measuring = on;
  }

  /** Starts no more calls and waits for those in flight; what was counted may be read after it. */
  void stop() {
    running = false;
    awaitEnd();
  }

  /** Waits until as many calls as may be are over. */
  void awaitEnd() {
    inFlight.arriveAndAwaitAdvance();
  }

  long calls() {
    return calls;
  }

  long errors() {
    return errors;
  }

  /** Null if there was none. */
  String firstError() {
    return firstError;
  }

  /**
   * The time in ms that a share of the calls stayed within, to the end of its 10 us step; what
   * takes longer than 10 s is counted as 10 s.
   */
  double percentileMillis(double share) {
    long rank = (long) Math.ceil(share * calls);
    long seen = 0;
    for (int i = 0; i <= STEPS; i++) {
      seen += steps[i];
      if (seen >= rank && seen > 0) {
        return (i + 1) * STEP_NANOS / 1e6;
      }
    }
    return 0;
  }

  private void next() {
    if (running && left.getAndDecrement() > 0) {
      ClientCalls.asyncUnaryCall(
          channel.newCall(Echo.DESCRIPTOR, CallOptions.DEFAULT), message, new Answer());
    } else {
      inFlight.arriveAndDeregister();
    }
  }

  private synchronized void failed(String why) {
    errors++;
    if (firstError == null) {
      firstError = why;
    }
  }

  private final class Answer implements StreamObserver<byte[]> {
    private final long startNanos = System.nanoTime();
    private boolean right;

    @Override
    public void onNext(byte[] answer) {
      right = Arrays.equals(message, answer);
    }

    @Override
    public void onError(Throwable cause) {
      failed(cause.toString());
      inFlight.arriveAndDeregister(); // none in its place: where one fails at once, all do
    }

    @Override
    public void onCompleted() {
      if (!right) {
        failed("the answer isn't what was asked");
      } else if (measuring) {
        calls++;
        steps[(int) Math.min(STEPS, (System.nanoTime() - startNanos) / STEP_NANOS)]++;
      }
      next();
    }
  }
}
