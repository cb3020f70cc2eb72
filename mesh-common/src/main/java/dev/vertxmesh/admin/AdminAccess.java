package dev.vertxmesh.admin;

import dev.vertxmesh.access.guess.GuessLimit;
import dev.vertxmesh.net.tls.PeerNames;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Who may ask the admin port for what. Where only the machine itself reaches it, that's everybody.
 * Elsewhere it's everybody for what is open, and for the rest who has a token or a certificate, or,
 * as long as there are no tokens, who comes from 127.0.0.1 or ::1, as what stands beside the agent
 * in a pod does.
 */
public final class AdminAccess {

  /** No questions asked. */
  public static final AdminAccess EVERYBODY =
      new AdminAccess(null, "127.0.0.1", Set.of("/"), false);

  /** What is asked for: programs say the one, a browser asks a person for the other. */
  static final String CHALLENGE = "Bearer realm=\"mesh admin\", Basic realm=\"mesh admin\"";

  /** Who came without a token, for what is open. */
  private static final String ANYBODY = "anybody";

  private static final String NEIGHBOUR = "this machine";

  /** Not all of 127.0.0.0/8: there are proxies that pass others' connections on from the rest. */
  private static final Set<String> OF_MACHINE = Set.of("127.0.0.1", "0:0:0:0:0:0:0:1");

  private final GuessLimit guesses = new GuessLimit(System::nanoTime);
  private final AdminTokens tokens;
  private final String host;
  private final Set<String> open;
  private final boolean asksForCertificates;

  private AdminAccess(
      AdminTokens tokens, String host, Set<String> open, boolean asksForCertificates) {
    this.asksForCertificates = asksForCertificates;
    this.tokens = tokens;
    this.host = host;
    this.open = open;
  }

  /**
   * As there are no tokens, nobody from elsewhere gets what isn't open.
   *
   * @param host that the port listens on
   * @param open paths that are for everybody, with all below them
   */
  public static AdminAccess nobody(String host, Set<String> open) {
    return new AdminAccess(null, host, open, false);
  }

  /**
   * Who has shown a certificate may ask for everything, and nobody else for what isn't open, not
   * from this machine either.
   *
   * @param open paths that are for everybody, with all below them
   */
  public static AdminAccess withCertificates(Set<String> open) {
    return new AdminAccess(null, null, open, true);
  }

  /**
   * Who has a token may ask for everything.
   *
   * @param file is read, which blocks
   * @param open paths that are for everybody, with all below them
   * @param orCertificates whether a certificate does as well
   * @throws IllegalArgumentException if it has a line that is none
   */
  public static AdminAccess withTokens(Path file, Set<String> open, boolean orCertificates)
      throws IOException {
    return new AdminAccess(AdminTokens.read(file), null, open, orCertificates);
  }

  /** From now on tokens come and go as the file says. */
  void watch(Vertx vertx) {
    if (tokens != null) {
      tokens.watch(vertx);
    }
  }

  /** Who asks, as audit lines call them; null if it's nobody who may. */
  String visitor(HttpServerRequest request) {
    String name;
    if (tokens != null && token(request.getHeader("authorization")) != null) {
      name = nameOf(request); // what is shown and isn't right is refused, whatever else is
    } else {
      name = certified(request);
    }
    if (name == null && tokens == null && host != null) {
      name = neighbour(request);
    }
    return name == null && isOpen(request.path()) ? ANYBODY : name;
  }

  /**
   * So long what somebody shows isn't looked at, in nanoseconds, as too many tokens from its
   * address weren't right; 0 if it is.
   */
  long waitOf(HttpServerRequest request) {
    String given =
        tokens == null || isOpen(request.path()) ? null : token(request.getHeader("authorization"));
    return given == null
        ? 0
        : guesses.waitOf(address(request), AdminTokens.secretOf(given), GuessLimit.A_MINUTE);
  }

  private static long address(HttpServerRequest request) {
    return GuessLimit.addressOf(request.remoteAddress().hostAddress());
  }

  /** Who has shown a certificate of {@code --admin-tls-client-ca}; TLS has made sure of it. */
  private static String certified(HttpServerRequest request) {
    SSLSession session = request.connection().sslSession();
    try {
      return session != null && session.getPeerCertificates()[0] instanceof X509Certificate shown
          ? PeerNames.of(shown).all().stream().findFirst().orElse("a certificate without a name")
          : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  private static String neighbour(HttpServerRequest request) {
    return OF_MACHINE.contains(request.remoteAddress().hostAddress()) ? NEIGHBOUR : null;
  }

  private String nameOf(HttpServerRequest request) {
    String given = token(request.getHeader("authorization"));
    String name = given == null ? null : tokens.nameOf(given);
    if (name != null) {
      guesses.right(address(request), AdminTokens.secretOf(given));
    } else if (given != null && !isOpen(request.path())) {
      guesses.wrong(address(request), GuessLimit.A_MINUTE);
    }
    return name;
  }

  /** What those are told who aren't let in. */
  String expected() {
    if (tokens != null) {
      return "expected a token of --admin-token-file, as Authorization: Bearer TOKEN, or as the"
          + " password of any user"
          + (asksForCertificates ? "; or a certificate of --admin-tls-client-ca" : "");
    }
    return asksForCertificates
        ? "expected a certificate of --admin-tls-client-ca"
        : ("the port listens on %s, and no --admin-token-file says who may ask for this; from"
                + " 127.0.0.1 everything may be asked for, and from elsewhere %s")
            .formatted(host, String.join(", ", open.stream().sorted().toList()));
  }

  private boolean isOpen(String path) {
    return path != null
        && open.stream()
            .anyMatch(
                above -> above.equals("/") || path.equals(above) || path.startsWith(above + "/"));
  }

  /** Null if there's none. */
  private static String token(String authorization) {
    if (authorization == null) {
      return null;
    }
    int space = authorization.indexOf(' ');
    String scheme = space < 0 ? "" : authorization.substring(0, space);
    String rest = authorization.substring(space + 1).strip();
    if (scheme.equalsIgnoreCase("Bearer")) {
      return rest;
    }
    return scheme.equalsIgnoreCase("Basic") ? password(rest) : null;
  }

  private static String password(String encoded) {
    try {
      String both = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = both.indexOf(':');
      return colon < 0 ? null : both.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
