package dev.vertxmesh.kvstore.run;

import java.util.List;
import java.util.Locale;

/**
 * One way to call one kind of store.
 *
 * @param blocking whether a thread waits for each call; otherwise none does
 * @param inFlight calls at a time
 * @param locked the store's mode; null where the store isn't ours to start
 * @param published calls/s in the articles; NaN where they have none
 * @param target share of the ceiling that is held to be kept; 0 for none
 */
public record Stage(
    boolean blocking, int inFlight, Boolean locked, double published, double target) {

  /** A store that isn't locked creates and deletes thousands a second, as chance has it. */
  private static final int SPARE_KEYS = 1_000;

  /** The articles' three, and one that they don't have. */
  static final List<Stage> ALL =
      List.of(
          new Stage(true, 1, true, 16.55, 0),
          new Stage(false, 100, true, 24.28, 0),
          new Stage(false, 100, false, 2449.8, 0.99),
          new Stage(false, 2000, false, Double.NaN, 0.95));

  /** The articles' figure, if they have this stage. */
  static Stage of(boolean blocking, int inFlight, Boolean locked) {
    return ALL.stream()
        .filter(known -> known.blocking == blocking && known.inFlight == inFlight)
        .filter(known -> known.locked.equals(locked))
        .findFirst()
        .orElseGet(() -> new Stage(blocking, inFlight, locked, Double.NaN, 0));
  }

  /**
   * What the delays alone let through, in calls/s: a quarter of the calls reads.
   *
   * @return infinite if there are no delays
   */
  double ceiling(long readMillis, long writeMillis) {
    double millis = (readMillis + 3 * writeMillis) / 4.0;
    boolean oneAtATime = locked != null && locked;
    return (oneAtATime ? 1 : inFlight) * 1000 / millis;
  }

  /**
   * Keys to begin with: enough that none of the calls in flight needs one that another has, and
   * that chance doesn't use them up within minutes; no more, as all that the store has is gone
   * through whenever garbage is collected. None for the blocking client, as in the articles.
   */
  int keys() {
    if (blocking) {
      return 0;
    }
    return locked != null && locked ? 2 * inFlight : SPARE_KEYS + 4 * inFlight;
  }

  String client() {
    return blocking ? "blocking" : "async";
  }

  String server() {
    return locked == null ? "given" : locked ? "locked" : "concurrent";
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, %d in flight, %s", client(), inFlight, server());
  }
}
