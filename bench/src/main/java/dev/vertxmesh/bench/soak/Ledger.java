package dev.vertxmesh.bench.soak;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Calls and how they ended. A failure is expected if an act that may cause it was going on at some
 * time while the call was, or had ended shortly before.
 */
final class Ledger {

  /** How long after its end an act's failures may come: links and connections are made anew. */
  static final long GRACE_NANOS = 5_000_000_000L;

  private static final int MOST_EXAMPLES = 3; // of a kind and type

  private final LongSupplier clock;
  private final List<Excuse> excuses = new ArrayList<>();
  private final Map<Kind, Long> right = new EnumMap<>(Kind.class);
  private final Map<String, Long> expected = new TreeMap<>();
  private final Map<String, Long> unexpected = new TreeMap<>();
  private final List<String> examples = new ArrayList<>();

  /**
   * @param clock nanoseconds
   */
  Ledger(LongSupplier clock) {
    this.clock = clock;
  }

  /** An act that calls may fail of, until its end and a little longer. */
  final class Excuse {
    private final String act;
    private final Set<Kind> kinds;
    private final Set<String> types;
    private final long from = clock.getAsLong();
    private long until = Long.MAX_VALUE;

    private Excuse(String act, Set<Kind> kinds, Set<String> types) {
      this.act = act;
      this.kinds = kinds;
      this.types = types;
    }

    private boolean covers(Kind kind, Failure failure, long began, long ended) {
      return kinds.contains(kind)
          && types.contains(failure.type())
          && began <= until
          && from <= ended;
    }

    void end() {
      synchronized (Ledger.this) {
        until = clock.getAsLong() + GRACE_NANOS;
      }
    }
  }

  /** From now on these failures have this cause. */
  synchronized Excuse expect(String act, Set<Kind> kinds, Set<String> types) {
    Excuse excuse = new Excuse(act, kinds, types);
    excuses.add(excuse);
    return excuse;
  }

  /**
   * A call has ended, just now.
   *
   * @param began when it began, by the clock
   * @param failure null if there was none
   */
  synchronized void ended(Kind kind, long began, Failure failure) {
    if (failure == null) {
      right.merge(kind, 1L, Long::sum);
      return;
    }
    long now = clock.getAsLong();
    String what = kind.title() + ": " + failure.type();
    for (Excuse excuse : excuses) {
      if (excuse.covers(kind, failure, began, now)) {
        expected.merge(what + ", as " + excuse.act, 1L, Long::sum);
        return;
      }
    }
    if (unexpected.merge(what, 1L, Long::sum) <= MOST_EXAMPLES) {
      examples.add(what + ": " + failure.detail());
    }
  }

  /** Calls that were answered rightly so far. */
  synchronized long right() {
    return right.values().stream().mapToLong(Long::longValue).sum();
  }

  synchronized Map<Kind, Long> rightByKind() {
    return new EnumMap<>(right);
  }

  /** By kind, type and act. */
  synchronized Map<String, Long> expected() {
    return new TreeMap<>(expected);
  }

  /** By kind and type. */
  synchronized Map<String, Long> unexpected() {
    return new TreeMap<>(unexpected);
  }

  synchronized List<String> examples() {
    return List.copyOf(examples);
  }
}
