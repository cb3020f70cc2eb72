package dev.vertxmesh.admission;

import java.util.concurrent.TimeUnit;

/**
 * How many calls an event loop of an agent that has just begun may have in flight. Its first calls
 * cost many times what the later ones do, as their code isn't compiled yet. On a machine that is
 * short of CPU all that come at once would be answered too late; a few at a time make progress, and
 * the code is compiled by them. Arithmetic only; times are nanoseconds.
 *
 * <pre>
 * begins      once four in a row have waited over a second for their turn
 * in flight   fewer than 32 + answered / 8, as TCP's window grows with what was acknowledged
 * ends        after 4,096 answers, or once five in a row have waited for 50 ms at most
 * </pre>
 *
 * <p>Four, since fewer may be a process that stood still for want of CPU, and whose callers wait.
 */
final class ColdLimit {

  /** Calls in flight that are taken in any case. */
  static final int FEWEST = 32;

  /** Answers that allow one call more. */
  static final int STEP = 8;

  /** Calls that have to be answered until the code is taken for compiled. */
  static final int WARM = 4_096;

  static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  static final int LONG_WAITS = 4;
  private static final int SHORT_WAITS = 5;

  private int longWaits;
  private int shortWaits;
  private boolean bound;
  private boolean warm;

  /**
   * @param refuses whether it bounds anything
   */
  ColdLimit(boolean refuses) {
    warm = !refuses;
  }

  /**
   * Whether one call more is taken.
   *
   * @param inFlight without it
   * @param answered since the agent began
   */
  boolean takes(int inFlight, long answered) {
    if (warm) {
      return true;
    }
    if (bound && inFlight >= FEWEST + answered / STEP) {
      return false;
    }
    if (answered >= WARM) {
      warm = true;
      bound = false;
    }
    return true;
  }

  /** Whether there's a bound now. */
  boolean isSet() {
    return bound;
  }

  /** How long something waited for its turn. */
  void waited(long nanos) {
    if (warm) {
      return;
    }
    longWaits = nanos > LONG_NANOS ? longWaits + 1 : 0;
    shortWaits = nanos <= SHORT_NANOS ? shortWaits + 1 : 0;
    if (longWaits >= LONG_WAITS) {
      bound = true;
    } else if (shortWaits >= SHORT_WAITS) {
      bound = false;
    }
  }

  /** Nothing has come for a while: what was seen before is of another time. */
  void idle() {
    longWaits = 0;
    shortWaits = 0;
    bound = false;
  }
}
