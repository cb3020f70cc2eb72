package dev.vertxmesh.net.tls;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Whom the other side of a connection has to prove to be, besides that an authority which is
 * trusted here has signed its certificate.
 *
 * @param patterns of which one has to fit one of its names; none where any will do
 */
public record PeerRule(List<PeerPattern> patterns) {

  /** What of a stranger's names a person gets to read. */
  private static final int SHOWN = 200;

  public PeerRule {
    patterns = List.copyOf(patterns);
  }

  /**
   * For a peer that came by itself.
   *
   * @param proven the names in its certificate
   * @return why it's refused, for a person; null if it isn't
   */
  public String refusal(List<String> proven) {
    if (patterns.isEmpty() || isMeant(proven)) {
      return null;
    }
    return said(proven, expected());
  }

  /**
   * For a peer that was found by a registry's entry, which somebody may have forged.
   *
   * @param named whom the entry names; empty for nobody
   * @return as above
   */
  public String refusal(List<String> proven, String named) {
    if (!named.isEmpty() && !proven.contains(named)) {
      return said(proven, named + ", as the registry has it");
    } else if (named.isEmpty() && patterns.isEmpty()) {
      return said(proven, "an identity in the registry's entry, or --link-peer-san");
    }
    return refusal(proven);
  }

  private boolean isMeant(List<String> proven) {
    return proven.stream().anyMatch(name -> patterns.stream().anyMatch(one -> one.matches(name)));
  }

  private String expected() {
    return patterns.stream().map(PeerPattern::toString).collect(Collectors.joining(" or "));
  }

  private static String said(List<String> proven, String expected) {
    return "proves to be %s, expected %s".formatted(shown(proven), expected);
  }

  private static String shown(List<String> proven) {
    if (proven.isEmpty()) {
      return "nobody, as its certificate has no name";
    }
    String first = proven.get(0);
    return first.length() > SHOWN ? first.substring(0, SHOWN) + "…" : first;
  }
}
