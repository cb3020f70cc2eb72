package dev.vertxmesh.limits;

import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.TlsMaterial;
import dev.vertxmesh.yaml.FileStamps;
import dev.vertxmesh.yaml.ReadFile;
import dev.vertxmesh.yaml.YamlNodes;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Reads where Redis is. Its password isn't in the file: that one is shown to people. */
final class RedisReader {

  private static final Set<String> FIELDS = Set.of("url", "user", "password-file", "prefix", "ca");
  private static final String REDIS = "redis";
  private static final String ENCRYPTED = "rediss";
  private static final int PORT = 6379;
  private static final int LAST_PORT = 65_535;
  private static final int LONGEST_PASSWORD = 4_096;
  private static final String URL = "expected redis://HOST:PORT/DATABASE or rediss:// for TLS";

  private final YamlNodes nodes;
  private final ReadFile file;
  private final Map<String, String> environment;
  private FileStamps stamps;

  RedisReader(ReadFile file, Map<String, String> environment) {
    this.nodes = file.nodes();
    this.file = file;
    this.stamps = file.stamps();
    this.environment = environment;
  }

  /** Those of the file and of the password's. */
  FileStamps stamps() {
    return stamps;
  }

  /**
   * Blocks.
   *
   * @param node null for none
   * @return null for none
   * @throws IllegalArgumentException saying what is wrong, and where; without the password
   */
  RedisConfig read(Node node) {
    if (node == null) {
      return null;
    }
    Map<String, Node> fields = nodes.fields(node, REDIS, FIELDS);
    Node url = nodes.needed(fields, node, REDIS, "url");
    URI uri = uri(url);
    return new RedisConfig(
        uri.getHost(),
        uri.getPort() < 0 ? PORT : uri.getPort(),
        database(url, uri),
        uri.getScheme().equals(ENCRYPTED),
        text(fields, "user", ""),
        password(fields.get("password-file")),
        text(fields, "prefix", "mesh-limit"),
        authority(fields.get("ca"), uri));
  }

  /** What stands in the file, so that it's seen when that's another one. */
  private String authority(Node node, URI uri) {
    if (node == null) {
      return "";
    } else if (!uri.getScheme().equals(ENCRYPTED)) {
      throw nodes.wrong(node, "ca: is for TLS, expected rediss:// in url");
    }
    Path ca = file.beside(nodes.text(node, "the name of a file"));
    stamps = stamps.and(ca);
    try {
      TlsMaterial.read(List.of(TlsFiles.of(null, null, ca)));
      return Files.readString(ca, StandardCharsets.ISO_8859_1);
    } catch (TlsFailure | IOException e) {
      throw nodes.wrong(node, "ca: " + e.getMessage());
    }
  }

  private String text(Map<String, Node> fields, String name, String without) {
    Node node = fields.get(name);
    return node == null ? without : nodes.text(node, "a text");
  }

  private URI uri(Node node) {
    try {
      URI uri = new URI(nodes.text(node, URL));
      if (uri.getRawUserInfo() != null) {
        throw nodes.wrong(
            node,
            "url: has a password, expected it in password-file or in " + CallerLimits.PASSWORD);
      } else if (uri.getHost() != null
          && Set.of(REDIS, ENCRYPTED).contains(uri.getScheme())
          && uri.getPort() != 0
          && uri.getPort() <= LAST_PORT) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw nodes.wrong(node, "url: " + URL); // which isn't repeated: it may have a password
    }
    throw nodes.wrong(node, "url: " + URL);
  }

  private int database(Node node, URI uri) {
    String path = uri.getPath().replaceFirst("^/", "");
    if (!path.matches("\\d{0,4}")) {
      throw nodes.wrong(node, "url: " + URL);
    }
    return path.isEmpty() ? 0 : Integer.parseInt(path);
  }

  private String password(Node node) {
    if (node == null) {
      return environment.getOrDefault(CallerLimits.PASSWORD, "");
    }
    Path secret = file.beside(nodes.text(node, "the name of a file"));
    stamps = stamps.and(secret);
    try {
      if (Files.size(secret) > LONGEST_PASSWORD) {
        throw nodes.wrong(
            node, "password-file: expected %d bytes at most".formatted(LONGEST_PASSWORD));
      }
      String password = Files.readString(secret).lines().findFirst().orElse("").strip();
      if (!password.isEmpty()) {
        return password;
      }
    } catch (IOException e) {
      throw nodes.wrong(node, "password-file: %s can't be read".formatted(secret));
    }
    throw nodes.wrong(node, "password-file: %s is empty".formatted(secret));
  }
}
