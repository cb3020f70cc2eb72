package dev.vertxmesh.access;

import dev.vertxmesh.access.token.TokenIssuer;
import dev.vertxmesh.access.token.TokenIssuers;
import dev.vertxmesh.access.token.TokenKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What the file says, read as a whole. Immutable, so that a call sees all of one or all of another.
 *
 * @param stamps what the files looked like before they were read
 */
record AccessConfig(
    AccessRules rules, KnownKeys keys, TokenIssuers tokens, Map<Path, String> stamps) {

  private static final String ROOT = "access";
  private static final Set<String> FIELDS = Set.of("keys", "jwt", "rules");

  /** That of an agent without a file. */
  static final AccessConfig NONE =
      new AccessConfig(AccessRules.NONE, KnownKeys.NONE, TokenIssuers.NONE, Map.of());

  /**
   * Blocks.
   *
   * @param atUrls key sets that aren't in files; null to read the file without asking for them
   * @param file in which {@code access:} is; other entries are somebody else's
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  static AccessConfig read(Path file, TokenKeys atUrls) {
    Map<Path, String> stamps = new LinkedHashMap<>();
    stamps.put(file, stamp(file));
    AccessNodes nodes = AccessNodes.of(file);
    Node root = nodes.root();
    Node access = nodes.needed(nodes.all(root, "a file of rules"), root, "a file of rules", ROOT);
    Map<String, Node> fields = nodes.fields(access, ROOT, FIELDS);
    KnownKeys keys = KnownKeys.NONE;
    if (fields.get("keys") != null) {
      Path keysFile = beside(file, nodes.text(fields.get("keys"), "the name of a file of keys"));
      stamps.put(keysFile, stamp(keysFile));
      keys = KeysFile.read(keysFile);
    }
    IssuersReader jwt = new IssuersReader(nodes, name -> beside(file, name));
    List<TokenIssuer> issuers = jwt.read(fields.get("jwt"));
    jwt.files().forEach(keySet -> stamps.put(keySet, stamp(keySet)));
    TokenIssuers tokens = issuers(issuers, atUrls, nodes, fields.get("jwt"));
    AccessRules rules = new RulesReader(nodes).read(fields.get("rules"));
    return new AccessConfig(rules, keys, tokens, Map.copyOf(stamps));
  }

  private static TokenIssuers issuers(
      List<TokenIssuer> issuers, TokenKeys atUrls, AccessNodes nodes, Node node) {
    try {
      return TokenIssuers.of(
          atUrls == null ? issuers.stream().filter(one -> one.url() == null).toList() : issuers,
          atUrls);
    } catch (IllegalArgumentException e) {
      throw nodes.wrong(node, e.getMessage());
    }
  }

  /** A name that isn't absolute is meant from the folder of the file it stands in. */
  private static Path beside(Path file, String name) {
    return file.toAbsolutePath().resolveSibling(name);
  }

  /** Whether a file has changed since; blocks. */
  boolean isOutdated() {
    return !stampsNow().equals(stamps);
  }

  /** What the files look like now; blocks. */
  Map<Path, String> stampsNow() {
    Map<Path, String> now = new LinkedHashMap<>();
    stamps.keySet().forEach(file -> now.put(file, stamp(file)));
    return now;
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }

  /** Whether there's a way to say who one is. */
  boolean takesCredentials() {
    return !keys.isEmpty() || !tokens.isEmpty();
  }

  /** For {@code /topology}. */
  List<String> files() {
    return stamps.keySet().stream().map(Path::toString).sorted().toList();
  }
}
