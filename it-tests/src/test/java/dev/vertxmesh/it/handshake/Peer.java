package dev.vertxmesh.it.handshake;

import static java.time.temporal.ChronoUnit.DAYS;

import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import java.time.Instant;
import java.util.Locale;

/**
 * Whom an agent finds where it connects to. The words are those of the table in {@code
 * docs/security.md}, up to what differs.
 */
enum Peer {
  RIGHT("", ""),
  EXPIRED("its certificate has expired: NotAfter: ", "its certificate is refused: NotAfter: "),
  NOT_YET_VALID(
      "its certificate isn't valid yet: NotBefore: ", "its certificate is refused: NotBefore: "),
  OTHER_NAME(
      "its certificate is no good: No subject alternative ",
      "its certificate is refused: No subject alternative "),
  OTHER_AUTHORITY(
      "its certificate isn't of an authority that is trusted here",
      " unable to find valid certification path "),
  /** Is right, and the agent has none to show. */
  WANTS_A_CERTIFICATE(
      "it refuses this agent's certificate: ", "it may want a client's certificate"),
  /** Is right, until its authority is taken out of the agent's file. */
  TAKEN_OUT(OTHER_AUTHORITY.ofProvider, OTHER_AUTHORITY.ofRegistry),
  TLS_1_1("it ends the TLS handshake: protocol_version", "protocol_version"),
  PLAIN_TEXT(
      "it speaks plain text, expected TLS",
      "TLS: the server ended the handshake without a word; it may speak plain text");

  private final String ofProvider;
  private final String ofRegistry;

  /**
   * @param ofProvider what is said of a provider that is so
   * @param ofRegistry what is said of a registry
   */
  Peer(String ofProvider, String ofRegistry) {
    this.ofProvider = ofProvider;
    this.ofRegistry = ofRegistry;
  }

  String ofProvider() {
    return ofProvider;
  }

  String ofRegistry() {
    return ofRegistry;
  }

  /** As a group of services is called. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it shows; of {@link #PLAIN_TEXT} nothing. */
  Identity identity(Authority ours, Authority theirs) {
    Instant now = Instant.now();
    return switch (this) {
      case PLAIN_TEXT -> null;
      case EXPIRED -> ours.issue(label(), "ip:127.0.0.1", now.minus(9, DAYS), now.minus(1, DAYS));
      case NOT_YET_VALID ->
          ours.issue(label(), "ip:127.0.0.1", now.plus(1, DAYS), now.plus(9, DAYS));
      case OTHER_NAME -> ours.issue(label(), "ip:10.0.0.1");
      case OTHER_AUTHORITY -> theirs.issue(label(), "ip:127.0.0.1");
      default -> ours.issue(label(), "ip:127.0.0.1");
    };
  }
}
