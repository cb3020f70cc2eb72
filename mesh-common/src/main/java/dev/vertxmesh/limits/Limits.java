package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.WhoReader;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.FileStamps;
import dev.vertxmesh.yaml.WatchedFile;
import dev.vertxmesh.yaml.YamlNodes;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.yaml.snakeyaml.nodes.Node;

/**
 * How much callers may ask for, as it stands: what the file said when it was right last, and what
 * was counted. May be asked on any thread.
 */
public final class Limits {

  private static final String ROOT = "limits";
  private static final Set<String> FIELDS = Set.of("rules");
  private static final int MOST_DESCRIBED = 50;

  private final LongSupplier nanoClock;
  private final LimitMeters meters;
  private final CounterRoom room;
  private final WatchedFile<LimitsConfig> watched;

  private Limits(
      Vertx vertx,
      Path file,
      boolean isNeeded,
      MeshMeters meters,
      CounterRoom room,
      LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.meters = new LimitMeters(meters);
    this.room = room;
    LimitsConfig first = file == null ? LimitsConfig.NONE : read(file, isNeeded, LimitsConfig.NONE);
    this.watched = new WatchedFile<>(vertx, file, first, () -> again(file, isNeeded));
  }

  /**
   * Reads the file, which blocks.
   *
   * @param file in which {@code limits:} is; null for none
   * @param besideAccess the file of access rules, in which they may stand if there's no other; null
   *     for none
   * @throws IllegalArgumentException saying what is wrong with it, and where
   */
  public static Limits open(
      Vertx vertx, String file, String besideAccess, MeshMeters meters, LongSupplier nanoClock) {
    return open(vertx, file, besideAccess, meters, CounterRoom.ofHeap(), nanoClock);
  }

  static Limits open(
      Vertx vertx,
      String file,
      String besideAccess,
      MeshMeters meters,
      CounterRoom room,
      LongSupplier nanoClock) {
    String either = file == null ? besideAccess : file;
    Path path = either == null ? null : Path.of(either);
    return new Limits(vertx, path, file != null, meters, room, nanoClock);
  }

  /**
   * Throws what {@link #open} would.
   *
   * @throws IllegalArgumentException saying what is wrong with the file, and where
   */
  public static void check(String file) {
    YamlNodes nodes = YamlNodes.of(Path.of(file));
    new LimitsReader(nodes, new WhoReader()).read(fields(nodes, true).get("rules"));
  }

  private static Map<String, Node> fields(YamlNodes nodes, boolean isNeeded) {
    Node root = nodes.root();
    Map<String, Node> all = nodes.all(root, "a file of limits");
    Node limits = isNeeded ? nodes.needed(all, root, "a file of limits", ROOT) : all.get(ROOT);
    return limits == null ? Map.of() : nodes.fields(limits, ROOT, FIELDS);
  }

  private LimitsConfig again(Path file, boolean isNeeded) {
    LimitsConfig before = watched.content();
    LimitsConfig read = read(file, isNeeded, before);
    before.limits().stream()
        .filter(limit -> !read.limits().contains(limit))
        .forEach(limit -> limit.counters().close());
    return read;
  }

  private LimitsConfig read(Path file, boolean isNeeded, LimitsConfig before) {
    FileStamps stamps = FileStamps.of(file);
    YamlNodes nodes = YamlNodes.of(file);
    WhoReader who = new WhoReader();
    List<LimitRule> rules = new LimitsReader(nodes, who).read(fields(nodes, isNeeded).get("rules"));
    Map<LimitRule, LiveLimit> known = new HashMap<>();
    before.limits().forEach(limit -> known.put(limit.rule(), limit));
    List<LiveLimit> limits = new ArrayList<>();
    for (LimitRule rule : rules) {
      LiveLimit same = known.get(rule);
      limits.add(same == null ? live(rule) : same);
    }
    return new LimitsConfig(limits, who.networks(), stamps);
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
              rule.calls() == null ? null : rule.calls().bucket(now),
              rule.bytes() == null ? null : rule.bytes().bucket(now));
        });
  }

  /** Looks at the file from now on. */
  public void watch() {
    watched.watch();
  }

  /** Doesn't look any more. */
  public void close() {
    watched.close();
  }

  /** Blocks; returns whether something else counts now. */
  boolean lookNow() {
    return watched.lookNow();
  }

  /** What counts now. */
  LimitsConfig config() {
    return watched.content();
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
        .put("problem", watched.problem())
        .put("first", rules);
  }
}
