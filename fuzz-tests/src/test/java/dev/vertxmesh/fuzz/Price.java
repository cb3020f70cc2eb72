package dev.vertxmesh.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What an input may cost: so many bytes of memory allocated for each of its own, and some besides;
 * and time that no input of a few kilobytes should take on any machine. What is over the price is
 * tried again, since a class that is loaded or a table that is made is paid for once.
 */
public final class Price {

  /** Of CPU time, which a busy machine doesn't add to. */
  private static final long MOST_NANOS = 2_000_000_000L;

  private static final int TRIES = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** For the words of an error and what else is made once for a message. */
  private static final long BASE = 256 << 10;

  /**
   * How many times the price is allowed: Jazzer's instrumentation makes an array of all cases each
   * time that a switch is passed. What it has found is held to the price itself afterwards.
   */
  private static final int SLACK = Integer.getInteger("fuzz.slack", 1);

  private final long perByte;

  /**
   * @param perByte bytes of memory allocated for each byte of the input
   */
  public Price(long perByte) {
    this.perByte = perByte;
  }

  /**
   * Does work that can be done again.
   *
   * @param input bytes that the work is done on
   * @throws AssertionError if it costs more, each time
   */
  public void hold(int input, Runnable work) {
    long most = SLACK * (BASE + perByte * input);
    String over = null;
    for (int i = 0; i < TRIES; i++) {
      over = overPrice(input, most, work);
      if (over == null) {
        return;
      }
    }
    throw new AssertionError(over);
  }

  private static String overPrice(int input, long most, Runnable work) {
    long began = System.nanoTime();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (bytes > most) {
      return "%d bytes of input took %d bytes of memory, expected at most %d"
          .formatted(input, bytes, most);
    }
    return System.nanoTime() - began < MOST_NANOS ? null : overTime(input, work);
  }

  private static String overTime(int input, Runnable work) {
    long before = THREADS.getCurrentThreadCpuTime();
    work.run();
    long nanos = THREADS.getCurrentThreadCpuTime() - before;
    return nanos < MOST_NANOS
        ? null
        : "%d bytes of input took %d ms, expected at most %d"
            .formatted(input, nanos / 1_000_000, MOST_NANOS / 1_000_000);
  }
}
