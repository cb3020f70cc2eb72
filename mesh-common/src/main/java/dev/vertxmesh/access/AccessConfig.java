package dev.vertxmesh.access;

import dev.vertxmesh.access.guess.GuessLimit;
import dev.vertxmesh.access.token.TokenIssuer;
import dev.vertxmesh.access.token.TokenIssuers;
import dev.vertxmesh.access.token.TokenKeys;
import dev.vertxmesh.yaml.FileStamps;
import dev.vertxmesh.yaml.ReadFile;
import dev.vertxmesh.yaml.WatchedFile;
import dev.vertxmesh.yaml.YamlNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What the file says, read as a whole. Immutable, so that a call sees all of one or all of another.
 *
 * @param guesses how often a minute an address may show what isn't right; 0 for any number
 * @param stamps what the files looked like before they were read
 */
record AccessConfig(
    AccessRules rules, KnownKeys keys, TokenIssuers tokens, int guesses, FileStamps stamps)
    implements WatchedFile.Content {

  private static final String ROOT = "access";
  private static final Set<String> FIELDS = Set.of("keys", "jwt", "guesses", "rules");

  /** That of an agent without a file. */
  static final AccessConfig NONE =
      new AccessConfig(AccessRules.NONE, KnownKeys.NONE, TokenIssuers.NONE, 0, FileStamps.NONE);

  /**
   * Blocks.
   *
   * @param atUrls key sets that aren't in files; null to read the file without asking for them
   * @param file in which {@code access:} is; other entries are somebody else's
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  static AccessConfig read(ReadFile file, TokenKeys atUrls) {
    FileStamps stamps = file.stamps();
    YamlNodes nodes = file.nodes();
    Node root = file.root();
    Node access = nodes.needed(nodes.all(root, "a file of rules"), root, "a file of rules", ROOT);
    Map<String, Node> fields = nodes.fields(access, ROOT, FIELDS);
    KnownKeys keys = KnownKeys.NONE;
    if (fields.get("keys") != null) {
      Path keysFile = file.beside(nodes.text(fields.get("keys"), "the name of a file of keys"));
      stamps = stamps.and(keysFile);
      keys = KeysFile.read(keysFile);
    }
    IssuersReader jwt = new IssuersReader(nodes, file::beside);
    List<TokenIssuer> issuers = jwt.read(fields.get("jwt"));
    for (Path keySet : jwt.files()) {
      stamps = stamps.and(keySet);
    }
    TokenIssuers tokens = issuers(issuers, atUrls, nodes, fields.get("jwt"));
    AccessRules rules = new RulesReader(nodes).read(fields.get("rules"));
    int guesses = guesses(nodes, fields.get("guesses"));
    return new AccessConfig(rules, keys, tokens, guesses, stamps);
  }

  private static int guesses(YamlNodes nodes, Node node) {
    if (node == null) {
      return GuessLimit.A_MINUTE;
    }
    String text = nodes.text(node, "a number");
    if (!text.matches("\\d{1,6}")) {
      throw nodes.wrong(node, "guesses: '%s', expected from 0 to 999999".formatted(text));
    }
    return Integer.parseInt(text);
  }

  private static TokenIssuers issuers(
      List<TokenIssuer> issuers, TokenKeys atUrls, YamlNodes nodes, Node node) {
    try {
      return TokenIssuers.of(
          atUrls == null ? issuers.stream().filter(one -> one.url() == null).toList() : issuers,
          atUrls);
    } catch (IllegalArgumentException e) {
      throw nodes.wrong(node, e.getMessage());
    }
  }

  /** Whether there's a way to say who one is. */
  boolean takesCredentials() {
    return !keys.isEmpty() || !tokens.isEmpty();
  }

  @Override
  public String summary() {
    return "%d rules, %d keys, %d issuers".formatted(rules.size(), keys.size(), tokens.size());
  }
}
