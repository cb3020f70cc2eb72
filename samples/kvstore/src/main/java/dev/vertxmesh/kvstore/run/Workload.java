package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.run.Asked.Kind;
import dev.vertxmesh.kvstore.run.KnownKeys.Known;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * What one driver asks for, and whether the answers are right: each key is asked for by one call at
 * a time, so what the store has for it is known to the byte and to the version. Belongs to the
 * driver's thread; only what to do next may be said by others.
 */
final class Workload {
  private static final Kind[] KINDS = Kind.values();

  /** After so many there's no use in going on: the store is gone, or it isn't one. */
  static final int MOST_ERRORS = 1_000;

  /** What is done at the moment. */
  enum Phase {
    /** Nothing more is begun. */
    REST,
    /** Creates, until there are as many keys as it begins with. */
    SEED,
    /** All four, each as likely; a create too where no key is free for another. */
    MIX,
    /** Deletes, until no key is left. */
    CLEAN
  }

  private final SplittableRandom random;
  private final Sizes sizes;
  private final KnownKeys keys;
  private final LongSupplier clock;
  private final Tally tally = new Tally();
  private int toSeed;
  private volatile Phase phase = Phase.REST;
  private volatile boolean measuring;

  /**
   * @param seeds keys to begin with
   * @param clock nanoseconds, from any origin
   */
  Workload(SplittableRandom random, Sizes sizes, int seeds, LongSupplier clock) {
    this.random = random;
    this.sizes = sizes;
    this.keys = new KnownKeys(random);
    this.toSeed = seeds;
    this.clock = clock;
  }

  void phase(Phase next) {
    phase = next;
  }

  void measure(boolean on) {
    measuring = on;
  }

  /** To be read by others once the driver rests. */
  Tally tally() {
    return tally;
  }

  /** Null if the phase has nothing more to ask for. */
  Asked next() {
    if (tally.errors() >= MOST_ERRORS) {
      return null;
    }
    switch (phase) {
      case SEED:
        return toSeed-- > 0 ? create() : null;
      case MIX:
        return mixed();
      case CLEAN:
        return keys.isEmpty() ? null : ofKnown(Kind.DELETE);
      default:
        return null;
    }
  }

  private Asked mixed() {
    Kind kind = KINDS[random.nextInt(KINDS.length)];
    return kind == Kind.CREATE || keys.isEmpty() ? create() : ofKnown(kind);
  }

  private Asked create() {
    Known coming = new Known(sizes.key(), sizes.value(), 0);
    return new Asked(Kind.CREATE, coming, coming.value(), clock.getAsLong());
  }

  private Asked ofKnown(Kind kind) {
    Known known = keys.take();
    ByteString value = kind == Kind.UPDATE ? sizes.value() : known.value();
    return new Asked(kind, known, value, clock.getAsLong());
  }

  /**
   * Its answer.
   *
   * @param value what was retrieved; null for other calls
   * @param version what the answer has; 0 if it has none
   */
  void onAnswer(Asked asked, ByteString value, long version) {
    if (measuring) {
      tally.answered(asked.kind() == Kind.CREATE, clock.getAsLong() - asked.startNanos());
    }
    String wrong = wrong(asked, value, version);
    if (wrong != null) {
      tally.failed(wrong);
    } else if (asked.kind() != Kind.DELETE) {
      keys.bring(new Known(asked.known().key(), asked.value(), version));
    }
  }

  private static String wrong(Asked asked, ByteString value, long version) {
    long known = asked.known().version();
    switch (asked.kind()) {
      case RETRIEVE:
        if (!asked.known().value().equals(value)) {
          return "Retrieve: another value than the one that was written";
        }
        return version == known ? null : "Retrieve: version " + version + ", expected " + known;
      case CREATE:
      case UPDATE:
        return version > known
            ? null
            : asked.kind() + ": version " + version + ", expected more than " + known;
      default:
        return null;
    }
  }

  /** What became of the key isn't known, so it's not asked for again. */
  void onFailure(Asked asked, Throwable cause) {
    tally.failed(asked.kind() + ": " + cause);
  }
}
