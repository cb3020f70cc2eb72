package dev.vertxmesh.access;

import dev.vertxmesh.access.token.TokenIssuer;
import dev.vertxmesh.yaml.YamlNodes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.yaml.snakeyaml.nodes.Node;

/** Reads whose tokens count. */
final class IssuersReader {

  private static final Set<String> FIELDS =
      Set.of(
          "issuer",
          "audience",
          "jwks",
          "algorithms",
          "skew",
          "name-claim",
          "groups-claim",
          "prefix");
  private static final String WHAT = "an issuer";
  private static final int SKEW_SECONDS = 30;
  private static final int MOST_SKEW = 300;
  private static final int MOST_BYTES = 1 << 20;

  /** Names a file as it's meant. */
  interface Beside {
    Path path(String name);
  }

  private final YamlNodes nodes;
  private final Beside beside;
  private final List<Path> files = new ArrayList<>();

  IssuersReader(YamlNodes nodes, Beside beside) {
    this.nodes = nodes;
    this.beside = beside;
  }

  /**
   * @param list null for none
   * @throws IllegalArgumentException saying what is wrong with them, and where
   */
  List<TokenIssuer> read(Node list) {
    List<TokenIssuer> issuers = nodes.list(list).stream().map(this::issuer).toList();
    long prefixes = issuers.stream().map(TokenIssuer::prefix).distinct().count();
    if (prefixes < issuers.size()) {
      throw nodes.wrong(
          list, "several issuers need a 'prefix' each, so that their callers' names differ");
    }
    return issuers;
  }

  /** Of which keys were read. */
  List<Path> files() {
    return files;
  }

  private TokenIssuer issuer(Node node) {
    Map<String, Node> fields = nodes.fields(node, WHAT, FIELDS);
    Node jwks = nodes.needed(fields, node, WHAT, "jwks");
    String place = nodes.text(jwks, "a file or a URL");
    boolean isUrl = place.startsWith("http://") || place.startsWith("https://");
    return new TokenIssuer(
        nodes.text(nodes.needed(fields, node, WHAT, "issuer"), "the issuer's name"),
        Set.copyOf(nodes.texts(nodes.needed(fields, node, WHAT, "audience"), "an audience")),
        isUrl ? null : file(jwks, place),
        isUrl ? url(jwks, place) : null,
        algorithms(fields.get("algorithms")),
        skew(fields.get("skew")),
        text(fields.get("name-claim"), "sub"),
        text(fields.get("groups-claim"), null),
        text(fields.get("prefix"), ""));
  }

  private String text(Node node, String otherwise) {
    return node == null ? otherwise : nodes.text(node, "a text");
  }

  private String file(Node node, String name) {
    Path file = beside.path(name);
    files.add(file);
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw nodes.wrong(node, "%s is larger than %d bytes".formatted(name, MOST_BYTES));
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw nodes.wrong(node, "jwks: %s can't be read: %s".formatted(name, e));
    }
  }

  /** Who changes the keys under way changes who is believed. */
  private URI url(Node node, String text) {
    URI url;
    try {
      url = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw nodes.wrong(node, "jwks: given '%s', which is no URL".formatted(text));
    }
    boolean isHere = Set.of("127.0.0.1", "localhost", "[::1]").contains("" + url.getHost());
    if (url.getScheme().equals("http") && !isHere) {
      throw nodes.wrong(node, "jwks: given '%s', expected https".formatted(text));
    }
    return url;
  }

  private List<String> algorithms(Node node) {
    if (node == null) {
      return List.of("RS256", "ES256", "EdDSA");
    }
    UnaryOperator<String> known =
        name -> {
          if (!TokenIssuer.ALGORITHMS.contains(name)) {
            throw nodes.wrong(
                node,
                "algorithms: given '%s', expected some of %s"
                    .formatted(name, String.join(", ", TokenIssuer.ALGORITHMS)));
          }
          return name;
        };
    return nodes.texts(node, "an algorithm").stream().map(known).toList();
  }

  private int skew(Node node) {
    if (node == null) {
      return SKEW_SECONDS;
    }
    String text = nodes.text(node, "seconds");
    if (text.matches("\\d{1,3}") && Integer.parseInt(text) <= MOST_SKEW) {
      return Integer.parseInt(text);
    }
    throw nodes.wrong(node, "skew: given '%s', expected seconds from 0 to 300".formatted(text));
  }
}
