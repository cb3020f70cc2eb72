package dev.vertxmesh.admin;

import dev.vertxmesh.digest.Sha256;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of those who may use the admin port. A line each: the token, or a name, a blank and
 * the token; empty lines and those that begin with {@code #} are nothing. Kept as SHA-256, so that
 * neither a dump of memory nor the time that a comparison takes tells one.
 */
final class AdminTokens {

  private static final System.Logger LOG = System.getLogger(AdminTokens.class.getName());

  /** As long as 96 random bits are in base64. */
  static final int SHORTEST = 16;

  static final int MOST = 1_000;
  private static final long LARGEST_FILE = 256 << 10;
  private static final long LOOK_MILLIS = 3_000;

  private record Token(String name, byte[] digest) {}

  private final Path file;
  private volatile List<Token> tokens;
  private String lastFault;

  private AdminTokens(Path file, List<Token> tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  /**
   * Blocks.
   *
   * @throws IllegalArgumentException saying which line is none
   */
  static AdminTokens read(Path file) throws IOException {
    return new AdminTokens(file, tokensOf(file));
  }

  /** Looks at the file once in a while. What can't be read changes nothing, and is told once. */
  void watch(Vertx vertx) {
    vertx.setPeriodic(LOOK_MILLIS, id -> vertx.executeBlocking(this::look));
  }

  /** Blocks; one at a time, as the worker does them in their order. */
  Void look() {
    try {
      tokens = tokensOf(file);
      lastFault = null;
    } catch (IOException | IllegalArgumentException e) {
      if (!e.getMessage().equals(lastFault)) {
        lastFault = e.getMessage();
        LOG.log(
            Level.WARNING,
            "--admin-token-file: %s; the tokens of before stay, mend the file"
                .formatted(lastFault));
      }
    }
    return null;
  }

  /** Whose token it is; null if nobody's. */
  String nameOf(String given) {
    byte[] digest = Sha256.of(given);
    String name = null;
    for (Token token : tokens) { // all of them, so that it takes as long whichever it is
      name = MessageDigest.isEqual(token.digest, digest) ? token.name : name;
    }
    return name;
  }

  /** The first 64 bits of its hash. */
  static long secretOf(String given) {
    return ByteBuffer.wrap(Sha256.of(given)).getLong();
  }

  private static List<Token> tokensOf(Path file) throws IOException {
    List<String> lines = linesOf(file);
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && line.charAt(0) != '#') {
        Token token = token(line, "%s:%d".formatted(file, i + 1));
        requireNew(tokens, token, "%s:%d".formatted(file, i + 1));
        tokens.add(token);
      }
    }
    if (tokens.isEmpty() || tokens.size() > MOST) {
      throw new IllegalArgumentException(
          "%s: it has %d tokens, expected 1 to %d, a line each"
              .formatted(file, tokens.size(), MOST));
    }
    return List.copyOf(tokens);
  }

  /** Else a line of the log would name one of two who may have asked. */
  private static void requireNew(List<Token> before, Token token, String where) {
    for (Token other : before) {
      if (MessageDigest.isEqual(other.digest, token.digest)) {
        throw new IllegalArgumentException(
            "%s: the token of %s is that of %s, expected one of its own for each"
                .formatted(where, token.name, other.name));
      }
    }
  }

  private static List<String> linesOf(Path file) throws IOException {
    try {
      if (Files.size(file) > LARGEST_FILE) {
        throw new IllegalArgumentException(
            "%s: it has more than %d bytes".formatted(file, LARGEST_FILE));
      }
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    }
  }

  private static Token token(String line, String where) {
    String[] parts = line.split("\\s+");
    String token = parts[parts.length - 1];
    if (parts.length > 2
        || token.length() < SHORTEST
        || !line.chars().allMatch(c -> c == '\t' || c >= ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "%s: expected a token of at least %d visible characters, and before it at most a name"
              .formatted(where, SHORTEST));
    }
    return new Token(parts.length == 2 ? parts[0] : "token", Sha256.of(token));
  }
}
