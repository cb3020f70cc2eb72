package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Who;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Says which rule decides about a call that nobody makes. */
final class Explanation {

  private static final String EXPECTED =
      "given '%s', expected certificate:NAME, key:NAME, token:NAME or anonymous, and after commas"
          + " group:NAME or network:ADDRESS";

  private Explanation() {}

  static String of(AccessRules rules, String who, String call) {
    if (who == null || call == null) {
      throw new IllegalArgumentException(
          "expected who and call, such as ?who=key:shop&call=package.Service%23method");
    }
    int hash = call.indexOf('#');
    if (hash < 1 || hash == call.length() - 1) {
      throw new IllegalArgumentException(
          "given '%s', expected package.Service#method".formatted(call));
    }
    Identity identity = null;
    Set<String> groups = new HashSet<>();
    long networks = 0;
    String[] parts = who.split(",");
    for (String part : parts) {
      if (part.startsWith(Who.GROUP)) {
        groups.add(part.substring(Who.GROUP.length()));
      } else if (part.startsWith(Who.NETWORK)) {
        networks = rules.networksOf(part.substring(Who.NETWORK.length()));
      } else if (identity == null) {
        identity = identity(part, who);
      } else {
        throw new IllegalArgumentException(EXPECTED.formatted(who));
      }
    }
    if (identity == null) {
      throw new IllegalArgumentException(EXPECTED.formatted(who));
    }
    if (!groups.isEmpty() && identity.kind() != Identity.Kind.ANONYMOUS) {
      identity = Identity.of(identity.kind(), identity.name(), groups);
    }
    Question asked =
        new Question()
            .fill(identity, networks, call.substring(0, hash), call.substring(hash + 1), null);
    Decision decision = rules.decide(asked);
    return "%s: %s may call %s: %s"
        .formatted(decision.verdict().label(), identity, call, decision.reason())
        .replace("deny: " + identity + " may call", "deny: " + identity + " may not call");
  }

  private static Identity identity(String text, String who) {
    if (text.equals(Identity.ANONYMOUS.toString())) {
      return Identity.ANONYMOUS;
    }
    int colon = text.indexOf(':');
    try {
      return Identity.of(
          Identity.Kind.valueOf(text.substring(0, Math.max(0, colon)).toUpperCase(Locale.ROOT)),
          text.substring(colon + 1),
          Set.of());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(EXPECTED.formatted(who), e);
    }
  }
}
