package dev.vertxmesh.discovery.etcd;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How sure what is known of a store is, and what the log and people are told of that. Changed on
 * the worker, asked on any thread.
 */
public final class StoreHealth {

  private static final Logger LOG = System.getLogger(StoreWatcher.class.getName());

  /** Three signs of life missing. */
  public static final long SILENCE_MILLIS = 3_500;

  private final LongSupplier millis;
  private final IntSupplier known;
  private volatile long heardAt;
  private volatile boolean confirmed;
  private volatile int held;
  private volatile String problem = "";

  /**
   * @param millis that only go forwards
   * @param known how many instances are
   */
  public StoreHealth(LongSupplier millis, IntSupplier known) {
    this.millis = millis;
    this.known = known;
    this.heardAt = millis.getAsLong();
  }

  public long ageMillis() {
    return millis.getAsLong() - heardAt;
  }

  /** When the store was heard last. */
  long heardAt() {
    return heardAt;
  }

  /** Whether the store was there a moment ago. */
  public boolean isReachable() {
    return confirmed;
  }

  /** Whether the store said a moment ago what is known, and none is there by indulgence only. */
  public boolean isConfirmed() {
    return confirmed && held == 0 && ageMillis() <= SILENCE_MILLIS;
  }

  /** For a person; empty when all is well. */
  public String problem() {
    if (!confirmed && !problem.isEmpty()) {
      return problem + whatIsKnown();
    }
    return held == 0 ? "" : held + " gone that did not say so; kept for a while";
  }

  private String whatIsKnown() {
    return known.getAsInt() == 0 ? "; no instance is known yet" : "; what was known last stays";
  }

  /** So many are known that the store hasn't any more. */
  public void held(int count) {
    held = count;
  }

  /** What is known is from before this process began. */
  public void onRestored(long ageMillis) {
    heardAt = millis.getAsLong() - Math.max(0, ageMillis);
  }

  public void onHeard() {
    heardAt = millis.getAsLong();
    if (!confirmed) {
      confirmed = true;
      if (!problem.isEmpty()) {
        LOG.log(Level.INFO, "the registry can be read again");
        problem = "";
      }
    }
  }

  /**
   * It couldn't be read.
   *
   * @param isTrouble whether that needs to trouble anybody if it's the first time
   */
  public void onLoss(Throwable cause, boolean isTrouble) {
    String why = "the registry can't be read: " + cause.getMessage();
    if (!confirmed && !problem.isEmpty()) {
      problem = why; // it may be another by now; the log has been told that there is one
    } else if (isTrouble) {
      confirmed = false;
      problem = why;
      LOG.log(Level.WARNING, problem + whatIsKnown());
    }
  }
}
