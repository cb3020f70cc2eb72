package dev.vertxmesh.limits;

import dev.vertxmesh.access.AuditLog;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import dev.vertxmesh.yaml.ReadFile;
import dev.vertxmesh.yaml.WatchedFile;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much callers may ask for, as it stands: what the file said when it was right last, and what
 * was counted. May be asked on any thread.
 */
public final class CallerLimits {

  /** The environment's name for the password of Redis, which is no option: files name it. */
  public static final String PASSWORD = "MESH_REDIS_PASSWORD";

  private static final int MOST_DESCRIBED = 50;

  private final AuditLog audit = new AuditLog(System::nanoTime);
  private final LongSupplier nanoClock;
  private final LimitMeters meters;
  private final CounterRoom room;
  private final SharedLimits shared;
  private final WatchedFile watched;
  private volatile LimitsConfig config = LimitsConfig.NONE;

  private CallerLimits(
      WatchedFile watched,
      boolean isNeeded,
      MeshMeters meters,
      CounterRoom room,
      SharedLimits shared,
      LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.meters = new LimitMeters(meters);
    this.room = room;
    this.shared = shared;
    shared.register(meters);
    this.watched = watched;
    if (watched.isOn()) {
      watched.add(new Rules(isNeeded));
      meters.register(
          all ->
              Gauge.builder(MeterNames.RULES_REFUSED, () -> watched.problem().isEmpty() ? 0 : 1)
                  .tag(MeterNames.KIND, "limits")
                  .register(all));
    }
  }

  /**
   * Reads the file, which blocks.
   *
   * @param file in which {@code limits:} is; null for none
   * @param besideAccess the file of access rules, in which they may stand if there's no other; what
   *     is one file counts as a whole
   * @param maker of who keeps what several agents share
   * @throws IllegalArgumentException saying what is wrong with it, and where
   */
  public static CallerLimits open(
      Vertx vertx,
      String file,
      WatchedFile besideAccess,
      MeshMeters meters,
      SharedQuota.StoreMaker maker) {
    SharedLimits shared =
        new SharedLimits(
            maker,
            () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()),
            System.getenv());
    return open(vertx, file, besideAccess, meters, shared, System::nanoTime);
  }

  static CallerLimits open(
      Vertx vertx,
      String file,
      WatchedFile besideAccess,
      MeshMeters meters,
      SharedLimits shared,
      LongSupplier nanoClock) {
    boolean isOne = file == null || besideAccess.isOf(Path.of(file));
    WatchedFile watched = isOne ? besideAccess : new WatchedFile(vertx, Path.of(file));
    return new CallerLimits(watched, file != null, meters, CounterRoom.ofHeap(), shared, nanoClock);
  }

  /**
   * Throws what {@link #open} would.
   *
   * @throws IllegalArgumentException saying what is wrong with the file, and where
   */
  public static void check(String file) {
    new LimitsFile(ReadFile.of(Path.of(file)), true, System.getenv());
  }

  /** What of the file is about limits. */
  private final class Rules implements WatchedFile.Part<LimitsFile> {

    private final boolean isNeeded;

    Rules(boolean isNeeded) {
      this.isNeeded = isNeeded;
    }

    @Override
    public LimitsFile read(ReadFile file) {
      return new LimitsFile(file, isNeeded, shared.environment());
    }

    @Override
    public void take(LimitsFile read) {
      if (shared.isClosed()) {
        return; // nobody calls any more
      }
      LimitsConfig before = config;
      config = live(read, before);
      Set<LiveLimit> kept = Collections.newSetFromMap(new IdentityHashMap<>());
      kept.addAll(config.limits());
      before.limits().stream()
          .filter(limit -> !kept.contains(limit))
          .forEach(limit -> limit.counters().close());
    }
  }

  private LimitsConfig live(LimitsFile read, LimitsConfig before) {
    boolean isMoved = shared.use(read.redis());
    Map<LimitRule, LiveLimit> known = new HashMap<>();
    before.limits().forEach(limit -> known.put(limit.rule(), limit));
    List<LiveLimit> limits = new ArrayList<>();
    for (LimitRule rule : read.rules()) {
      LiveLimit same = rule.isShared() && isMoved ? null : known.get(rule);
      limits.add(same == null ? live(rule) : same);
    }
    return new LimitsConfig(limits, read.networks(), read.stamps());
  }

  private LiveLimit live(LimitRule rule) {
    return new LiveLimit(rule, table(rule), meters.of(rule.name()));
  }

  /** Empty, for a rule. */
  CounterTable table(LimitRule rule) {
    return new CounterTable(
        room,
        key -> {
          long now = nanoClock.getAsLong();
          return new Counter(
              calls(rule, key, now), rule.bytes() == null ? null : rule.bytes().bucket(now));
        });
  }

  private Allowance calls(LimitRule rule, CounterKey key, long now) {
    if (rule.isShared()) {
      String name = key == null ? rule.name() : shared.names().of(rule.name(), key.toString(), now);
      return new SharedStock(shared.store(), name, rule.calls(), nanoClock);
    }
    return rule.calls() == null ? null : rule.calls().bucket(now);
  }

  /** Looks at the file from now on. */
  public void watch() {
    watched.watch();
  }

  /** Doesn't look any more. */
  public void close() {
    watched.close();
    shared.close();
  }

  /** Blocks; returns whether something else counts now. */
  boolean lookNow() {
    return watched.lookNow();
  }

  /** Headers that rules look at, in lower case; another set once they are others. */
  public Set<String> headers() {
    return config().headers();
  }

  /** What counts now. */
  LimitsConfig config() {
    return config;
  }

  AuditLog audit() {
    return audit;
  }

  LongSupplier nanoClock() {
    return nanoClock;
  }

  /** For {@code /topology}: no names of callers. */
  public JsonObject described() {
    LimitsConfig now = config();
    JsonArray rules = new JsonArray();
    for (LiveLimit limit : now.limits().subList(0, Math.min(MOST_DESCRIBED, now.limits().size()))) {
      rules.add(
          new JsonObject()
              .put("name", limit.rule().name())
              .put("refused", limit.refusals())
              .put("counters", limit.counters().size()));
    }
    return new JsonObject()
        .put("on", !now.isEmpty())
        .put("files", new JsonArray(now.stamps().files()))
        .put("rules", now.limits().size())
        .put("counterBytes", room.taken())
        .put("shared", shared.described())
        .put("problem", watched.problem())
        .put("first", rules);
  }
}
