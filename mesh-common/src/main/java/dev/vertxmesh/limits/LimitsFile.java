package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.Networks;
import dev.vertxmesh.access.who.WhoReader;
import dev.vertxmesh.yaml.FileStamps;
import dev.vertxmesh.yaml.ReadFile;
import dev.vertxmesh.yaml.WatchedFile;
import dev.vertxmesh.yaml.YamlNodes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** A file of limits, and what it names, as it was read. */
final class LimitsFile implements WatchedFile.Content {

  private static final String ROOT = "limits";
  private static final Set<String> FIELDS = Set.of("rules", "redis");

  private final List<LimitRule> rules;
  private final Networks networks;
  private final RedisConfig redis;
  private final FileStamps stamps;

  /**
   * Reads what it names, which blocks.
   *
   * @param isNeeded whether there have to be limits in it
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  LimitsFile(ReadFile file, boolean isNeeded, Map<String, String> environment) {
    YamlNodes nodes = file.nodes();
    Node root = file.root();
    Map<String, Node> all = nodes.all(root, "a file of limits");
    Node limits = isNeeded ? nodes.needed(all, root, "a file of limits", ROOT) : all.get(ROOT);
    Map<String, Node> fields = limits == null ? Map.of() : nodes.fields(limits, ROOT, FIELDS);
    WhoReader who = new WhoReader();
    RedisReader reader = new RedisReader(file, environment);
    redis = reader.read(fields.get("redis"));
    stamps = reader.stamps();
    rules = new LimitsReader(nodes, who, redis != null).read(fields.get("rules"));
    networks = who.networks();
  }

  List<LimitRule> rules() {
    return rules;
  }

  /** Those that rules name. */
  Networks networks() {
    return networks;
  }

  /** Where shared ones are counted; null for nowhere. */
  RedisConfig redis() {
    return redis;
  }

  @Override
  public FileStamps stamps() {
    return stamps;
  }

  @Override
  public String summary() {
    return rules.size() + " limits";
  }
}
