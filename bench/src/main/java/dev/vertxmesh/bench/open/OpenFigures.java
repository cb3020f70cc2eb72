package dev.vertxmesh.bench.open;

import dev.vertxmesh.samples.contest.CallTimes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.HdrHistogram.Histogram;

/** All turns of one way at one load. */
final class OpenFigures {
  /** Three digits of up to a minute. */
  private static final long MOST_NANOS = 60_000_000_000L;

  private static final int DIGITS = 3;
  private static final double MILLIS = 1e6;

  private final Histogram took = new Histogram(MOST_NANOS, DIGITS);
  private final Histogram late = new Histogram(MOST_NANOS, DIGITS);
  private final JsonArray turns = new JsonArray();
  private double seconds;
  private long errors;
  private String firstError = "";

  /**
   * One turn more.
   *
   * @param millis that it lasted
   */
  void add(CallTimes times, int millis) {
    Histogram turn = new Histogram(MOST_NANOS, DIGITS);
    for (int i = 0; i < times.count(); i++) {
      turn.recordValue(within(times.took(i)));
      late.recordValue(within(times.late(i)));
    }
    took.add(turn);
    turns.add(json(turn));
    seconds += millis / 1e3;
    errors += times.errors();
    firstError = firstError.isEmpty() ? times.firstError() : firstError;
  }

  private static long within(long nanos) {
    return Math.min(MOST_NANOS, Math.max(0, nanos));
  }

  double callsPerSecond() {
    return took.getTotalCount() / seconds;
  }

  /** Milliseconds within which so many percent of the calls were; NaN if there are none. */
  double millis(double percent) {
    return millis(took, percent);
  }

  /** The same of how late the caller was. */
  double lateMillis(double percent) {
    return millis(late, percent);
  }

  private static double millis(Histogram of, double percent) {
    return of.getTotalCount() == 0 ? Double.NaN : of.getValueAtPercentile(percent) / MILLIS;
  }

  long errors() {
    return errors;
  }

  /** Empty if there was none. */
  String firstError() {
    return firstError;
  }

  private static JsonObject json(Histogram of) {
    return new JsonObject()
        .put("calls", of.getTotalCount())
        .put("p50Ms", orNull(millis(of, 50)))
        .put("p99Ms", orNull(millis(of, 99)))
        .put("p999Ms", orNull(millis(of, 99.9)))
        .put("p9999Ms", orNull(millis(of, 99.99)))
        .put("maxMs", orNull(millis(of, 100)));
  }

  private static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  JsonObject json() {
    return json(took)
        .put("callsPerSecond", callsPerSecond())
        .put("errors", errors)
        .put("firstError", firstError)
        .put("late", json(late))
        .put("turns", turns);
  }
}
