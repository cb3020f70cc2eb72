package dev.vertxmesh.limits;

import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.LongSupplier;

/** Who keeps what several agents share, as the file says it. May be asked on any thread. */
final class SharedLimits {

  private final SharedQuota.KeeperMaker maker;
  private final LongSupplier wallNanos;
  private final Map<String, String> environment;
  private MeshMeters meters;
  private RedisConfig config;
  private volatile SharedQuota.Keeper keeper;

  /**
   * @param wallNanos the time that all agents have in common, in nanoseconds
   * @param environment in which a password may be
   */
  SharedLimits(
      SharedQuota.KeeperMaker maker, LongSupplier wallNanos, Map<String, String> environment) {
    this.maker = maker;
    this.wallNanos = wallNanos;
    this.environment = environment;
  }

  Map<String, String> environment() {
    return environment;
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
    if (next == null ? config == null : next.equals(config)) {
      return false;
    }
    SharedQuota.Keeper before = keeper;
    keeper = next == null ? null : maker.make(next, wallNanos);
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
    SharedQuota.Keeper now = shared.keeper;
    return now != null && now.problem().isEmpty() ? 1 : 0;
  }

  /** Null for nobody. */
  SharedQuota.Keeper keeper() {
    return keeper;
  }

  /** For {@code /topology}; null where nothing is shared. */
  JsonObject described() {
    SharedQuota.Keeper now = keeper;
    return now == null
        ? null
        : new JsonObject().put("redis", now.describe()).put("problem", now.problem());
  }

  void close() {
    use(null);
  }
}
