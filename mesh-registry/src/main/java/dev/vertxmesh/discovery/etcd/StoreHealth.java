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

  private final String name;
  private final LongSupplier millis;
  private final IntSupplier known;
  private volatile long heardAt;
  private volatile boolean confirmed;
  private volatile int held;
  private volatile String problem = "";
  private volatile String cause = "it hasn't answered yet";
  private volatile int restored;

  /**
   * @param name of the store, for a person; nothing secret
   * @param millis that only go forwards
   * @param known how many instances are
   */
  public StoreHealth(String name, LongSupplier millis, IntSupplier known) {
    this.name = name;
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

  /** Which store can't be asked now, and why, for a person; empty if it can. */
  public String unasked() {
    return confirmed ? "" : "the registry %s can't be asked: %s".formatted(name, cause);
  }

  /** For a person; empty when all is well. */
  public String problem() {
    if (!confirmed && !problem.isEmpty()) {
      return problem + whatIsKnown();
    }
    return held == 0 ? "" : held + " gone that did not say so; kept for a while";
  }

  private String whatIsKnown() {
    return known.getAsInt() == 0 && restored == 0
        ? "; no instance is known yet"
        : "; what was known last stays";
  }

  /** So many are known that the store hasn't any more. */
  public void held(int count) {
    held = count;
  }

  /** What is known is from before this process began. */
  public void onRestored(SnapshotFile.Saved saved) {
    restored = saved.instances().size();
    heardAt = millis.getAsLong() - Math.max(0, saved.ageMillis());
  }

  public void onHeard() {
    heardAt = millis.getAsLong();
    if (!confirmed) {
      confirmed = true;
      restored = 0;
      if (!problem.isEmpty()) {
        LOG.log(Level.INFO, "{0}: the registry can be read again", name);
        problem = "";
      }
    }
  }

  /**
   * It couldn't be read.
   *
   * @param isTrouble whether that needs to trouble anybody if it's the first time
   */
  public void onLoss(Throwable failure, boolean isTrouble) {
    cause = failure.getMessage();
    String why = "the registry can't be read: " + cause;
    if (!confirmed && !problem.isEmpty()) {
      problem = why; // it may be another by now; the log has been told that there is one
    } else if (isTrouble) {
      confirmed = false;
      problem = why;
      LOG.log(Level.WARNING, "{0}: {1}{2}", name, problem, whatIsKnown());
      if (restored > 0) {
        LOG.log(
            Level.WARNING,
            "{0}: starting with the {1} instances of {2} s ago",
            name,
            String.valueOf(restored),
            String.valueOf(ageMillis() / 1_000));
        restored = 0;
      }
    }
  }
}
