package dev.vertxmesh.kvstore.run;

/** What was measured; one thread counts. */
public final class Tally {
  private final Latencies latencies = new Latencies();
  private long calls;
  private long creates;
  private long errors;
  private String firstError;

  void answered(boolean create, long nanos) {
    calls++;
    if (create) {
      creates++;
    }
    latencies.record(nanos);
  }

  /** An error is counted at any time, as none is expected at any time. */
  void failed(String why) {
    errors++;
    if (firstError == null) {
      firstError = why;
    }
  }

  void add(Tally other) {
    calls += other.calls;
    creates += other.creates;
    errors += other.errors;
    latencies.add(other.latencies);
    if (firstError == null) {
      firstError = other.firstError;
    }
  }

  long calls() {
    return calls;
  }

  /** Those that the articles' blocking client makes without counting them. */
  long creates() {
    return creates;
  }

  long errors() {
    return errors;
  }

  /** Null if there was none. */
  String firstError() {
    return firstError;
  }

  double percentileMillis(double share) {
    return latencies.percentileMillis(share);
  }
}
