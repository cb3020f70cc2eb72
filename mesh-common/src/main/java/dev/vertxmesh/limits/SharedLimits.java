package dev.vertxmesh.limits;

import dev.vertxmesh.digest.Sha256;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Who keeps what several agents share, as the file says it. May be asked on any thread. */
final class SharedLimits {

  private final SharedQuota.StoreMaker maker;
  private final LongSupplier wallNanos;
  private final Map<String, String> environment;
  private final Names names = new Names();
  private MeshMeters meters;
  private RedisConfig config;
  private volatile SharedQuota.Store store;
  private volatile boolean isClosed;

  /**
   * @param wallNanos the time that all agents have in common, in nanoseconds
   * @param environment in which a password may be
   */
  SharedLimits(
      SharedQuota.StoreMaker maker, LongSupplier wallNanos, Map<String, String> environment) {
    this.maker = maker;
    this.wallNanos = wallNanos;
    this.environment = environment;
  }

  Map<String, String> environment() {
    return environment;
  }

  /** What counters are called there. */
  Names names() {
    return names;
  }

  /** Where it's shown whether there's somebody, once there is to be. */
  void register(MeshMeters all) {
    meters = all;
  }

  /**
   * From now on it's this one.
   *
   * @param next null for nobody
   * @return whether it was another before
   */
  synchronized boolean use(RedisConfig next) {
    if (isClosed || Objects.equals(next, config)) {
      return false;
    }
    SharedQuota.Store before = store;
    store = next == null ? null : maker.make(next, wallNanos);
    config = next;
    if (before != null) {
      before.close();
    }
    if (meters != null) {
      meters.register(
          all -> Gauge.builder(MeterNames.LIMITS_SHARED, this, SharedLimits::up).register(all));
      meters = null;
    }
    return true;
  }

  private static double up(SharedLimits shared) {
    SharedQuota.Store now = shared.store;
    return now != null && now.problem().isEmpty() ? 1 : 0;
  }

  /** Null for nobody. */
  SharedQuota.Store store() {
    return store;
  }

  /** For {@code /topology}; null where nothing is shared. */
  JsonObject described() {
    SharedQuota.Store now = store;
    return now == null
        ? null
        : new JsonObject().put("redis", now.describe()).put("problem", now.problem());
  }

  /** For good: a file may be in the middle of being read. */
  synchronized void close() {
    use(null);
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  /**
   * What counters are called where agents share them. Callers make up names: a long one, and one
   * that isn't visible ASCII, is its hash there, and of too many in a short time the others are
   * counted together, as each is kept until it expires. May be asked on any thread.
   */
  static final class Names {

    /** Longer names are hashes. */
    static final int LONGEST = 100;

    /** So many new ones at once, and so many a second besides. */
    static final int MOST_NEW = 10_000;

    static final int NEW_A_SECOND = 100;

    private static final String OTHERS = "others";

    private TokenBucket fresh;

    /**
     * A counter's name.
     *
     * @param key who has it
     * @param now by the clock of buckets, in nanoseconds
     */
    synchronized String of(String rule, String key, long now) {
      if (fresh == null) {
        fresh = new TokenBucket(NEW_A_SECOND, MOST_NEW, now);
      }
      boolean hasRoom = fresh.take(1, now) == 0;
      // a name of their own, which no key can have: those with a star are hashes
      return rule + ":" + (hasRoom ? bounded(key) : "*" + OTHERS);
    }

    static String bounded(String key) {
      boolean isPlain =
          key.length() <= LONGEST && key.chars().allMatch(c -> c >= ' ' && c < 127 && c != '*');
      return isPlain ? key : "*" + HexFormat.of().formatHex(Sha256.of(key));
    }
  }
}
