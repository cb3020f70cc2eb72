package dev.vertxmesh.launch.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets one line of a kind, or a few, through in an interval and counts the others, so that a peer
 * that sends rubbish doesn't write the log. Used by any thread.
 */
final class LogRateLimit {

  /** A line, with how many more of its kind there were. */
  record Summary(String kind, String line, int more) {}

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Bounded, though the kinds are those of the code: a logger and an exception's class. */
  private static final int MOST_KINDS = 256;

  private final LongSupplier nanoClock;
  private final Map<String, Kind> kinds =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
          return size() > MOST_KINDS;
        }
      };

  private int untold;

  private static final class Kind {
    long since;
    int told;
    int more;
    String last;
  }

  LogRateLimit(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Whether a line may be written now; else it is counted.
   *
   * @param line what its summary will show, of the last that was left out
   * @param few lines of the kind that may be written in an interval
   */
  synchronized boolean admits(String kind, String line, int few) {
    long now = nanoClock.getAsLong();
    Kind known = kinds.computeIfAbsent(kind, any -> new Kind());
    if (known.told == 0 || now - known.since >= INTERVAL_NANOS && known.more == 0) {
      known.since = now;
      known.told = 0;
    }
    if (known.told < few && known.more == 0) {
      known.told++;
      return true;
    }
    known.more++;
    known.last = line;
    untold++;
    return false;
  }

  /** What was left out in intervals that are over, each once. */
  synchronized List<Summary> due() {
    if (untold == 0) {
      return List.of();
    }
    long now = nanoClock.getAsLong();
    List<Summary> due = new ArrayList<>();
    kinds.forEach(
        (name, kind) -> {
          if (kind.more > 0 && now - kind.since >= INTERVAL_NANOS) {
            due.add(new Summary(name, kind.last, kind.more));
            untold -= kind.more;
            kind.more = 0;
            kind.since = now;
            kind.told = 1; // this
          }
        });
    return due;
  }
}
