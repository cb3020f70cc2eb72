package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.yaml.YamlNodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the file of API keys: {@code keys: [{name, groups, sha256}]}. */
final class KeysFile {

  private static final Set<String> FIELDS = Set.of("name", "groups", "sha256");
  private static final int HEX_DIGITS = 64;

  private final YamlNodes nodes;
  private final List<KnownKeys.Entry> keys = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> hashes = new HashSet<>();

  private KeysFile(Path file) {
    this.nodes = new YamlNodes(file);
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with it, and where
   */
  static KnownKeys read(Path file) {
    KeysFile reader = new KeysFile(file);
    Node root = reader.nodes.root();
    Map<String, Node> fields = reader.nodes.fields(root, "a file of keys", Set.of("keys"));
    reader
        .nodes
        .list(reader.nodes.needed(fields, root, "a file of keys", "keys"))
        .forEach(reader::owner);
    return new KnownKeys(reader.keys);
  }

  private void owner(Node node) {
    Map<String, Node> fields = nodes.fields(node, "a key", FIELDS);
    Node nameNode = nodes.needed(fields, node, "a key", "name");
    String name = nodes.text(nameNode, "a name");
    if (!names.add(name)) {
      throw nodes.wrong(nameNode, "there is a '%s' already".formatted(name));
    }
    Identity owner;
    try {
      List<String> groups = nodes.texts(fields.get("groups"), "the name of a group");
      owner = Identity.of(Identity.Kind.KEY, name, Set.copyOf(groups));
    } catch (IllegalArgumentException e) {
      throw nodes.wrong(node, e.getMessage());
    }
    for (Node hash : nodes.list(nodes.needed(fields, node, "a key", "sha256"))) {
      keys.add(new KnownKeys.Entry(hash(hash), owner));
    }
  }

  /** What stands there isn't told: it might be the key itself. */
  private byte[] hash(Node node) {
    String hex = nodes.text(node, "64 hexadecimal digits");
    if (hex.length() != HEX_DIGITS || !hex.chars().allMatch(HexFormat::isHexDigit)) {
      throw nodes.wrong(node, "sha256: expected 64 hexadecimal digits, the SHA-256 of the key");
    }
    if (!hashes.add(hex.toLowerCase(java.util.Locale.ROOT))) {
      throw nodes.wrong(node, "sha256: the same hash is there already");
    }
    return HexFormat.of().parseHex(hex);
  }
}
