package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.NetworkRange;
import dev.vertxmesh.access.who.Who;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says which rule decides about a call that nobody makes, and which rules before it would, if more
 * were so of the call than was given.
 */
final class Explanation {

  private static final String EXPECTED =
      "who: given '%s', expected certificate:NAME, key:NAME, token:NAME or anonymous, and after commas"
          + " group:NAME, network:ADDRESS or tag:VALUE";

  private static final String TAG = "tag:";

  /** Of rules that would be for the call; the others are counted. */
  private static final int MOST_SHOWN = 3;

  private final AccessConfig config;
  private final AccessRules rules;
  private final String given;
  private final Set<String> groups = new HashSet<>();
  private Identity identity;
  private boolean knowsGroups;
  private boolean isUnknownKey;
  private String network;
  private String tag;

  private Explanation(AccessConfig config, String given) {
    this.config = config;
    this.rules = config.rules();
    this.given = given;
  }

  static String of(AccessConfig config, String who, String call) {
    if (who == null || call == null) {
      throw new IllegalArgumentException(
          "expected who and call, such as ?who=key:shop&call=package.Service%23method");
    }
    int hash = call.indexOf('#');
    String wrong =
        hash < 1 || hash == call.length() - 1
            ? "call: given '%s', expected package.Service#method".formatted(call)
            : "";
    Explanation explanation = new Explanation(config, who);
    try {
      explanation.readWho();
    } catch (IllegalArgumentException e) {
      throw wrong.isEmpty() ? e : new IllegalArgumentException(e.getMessage() + "; " + wrong, e);
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(wrong);
    }
    return explanation.of(call.substring(0, hash), call.substring(hash + 1));
  }

  private void readWho() {
    for (String part : given.split(",")) {
      if (part.startsWith(Who.GROUP)) {
        groups.add(part.substring(Who.GROUP.length()));
      } else if (part.startsWith(Who.NETWORK) && network == null) {
        network = part.substring(Who.NETWORK.length());
        checkAddress();
      } else if (part.startsWith(TAG) && tag == null) {
        tag = part.substring(TAG.length());
      } else if (identity == null) {
        identity = identity(part);
      } else {
        throw wrong();
      }
    }
    if (identity == null) {
      throw wrong();
    }
    addGroups();
  }

  private void checkAddress() {
    try {
      NetworkRange.parse(network);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "who: given network:%s, expected an address".formatted(network), e);
    }
    if (network.indexOf('/') >= 0) { // a caller has one address
      throw wrong();
    }
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(EXPECTED.formatted(given));
  }

  private Identity identity(String text) {
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
      throw new IllegalArgumentException(EXPECTED.formatted(given), e);
    }
  }

  /** A key has those of the file; a token's are in itself, and others' agents' keys are theirs. */
  private void addGroups() {
    Identity.Kind kind = identity.kind();
    boolean hasGroups = kind == Identity.Kind.KEY || kind == Identity.Kind.TOKEN;
    if (!hasGroups && !groups.isEmpty()) {
      throw new IllegalArgumentException(
          "who: given '%s', expected group:NAME with key:NAME or token:NAME".formatted(given));
    }
    Identity known = kind == Identity.Kind.KEY ? config.keys().named(identity.name()) : null;
    knowsGroups = !hasGroups || known != null || !groups.isEmpty();
    isUnknownKey = kind == Identity.Kind.KEY && known == null && !config.keys().isEmpty();
    if (known != null) {
      groups.addAll(known.groups());
    }
    if (hasGroups) {
      identity = Identity.of(kind, identity.name(), groups);
    }
  }

  private String of(String service, String method) {
    Decision decision =
        rules.decide(
            new Question().fill(identity, rules.networksOf(network), service, method, tag));
    boolean isLet = tag == null || decision.may().contains(Decisions.TAG);
    boolean isGuarded = !isLet && rules.guarded().contains(Decisions.TAG);
    Verdict verdict = isGuarded ? Verdict.DENY : decision.verdict();
    boolean isDenied = verdict == Verdict.DENY;
    String reason =
        config == AccessConfig.NONE
            ? "no file of rules was given (--access), so everybody may call everything"
            : decision.reason();
    return "%s: %s %s call %s#%s: %s%s"
            .formatted(
                verdict.label(),
                identity,
                isDenied ? "may not" : "may",
                service,
                method,
                reason,
                isLet || decision.verdict() == Verdict.DENY ? "" : ofTag(isGuarded))
        + (isDenied && isAsked(decision) ? "; it's answered with 401, as it shows nothing" : "")
        + others(decision, service, method)
        + (isUnknownKey ? "; the file of keys has no '" + identity.name() + "'" : "");
  }

  /** Whether the caller could make the call if it showed who it is, for all that's known. */
  private boolean isAsked(Decision decision) {
    return decision.verdict() == Verdict.DENY
        && identity.kind() == Identity.Kind.ANONYMOUS
        && config.takesCredentials();
  }

  /** What becomes of the tag of a call that could be made without it. */
  private static String ofTag(boolean isGuarded) {
    return isGuarded
        ? " lets it, but not with a tag, as it has no may: [dubbo.tag] and another rule has"
        : "; with a tag where it has may: [dubbo.tag], or the agent --attachment-allow dubbo.tag";
  }

  /** Rules before the one that decides, which would be for the call if more were so. */
  private String others(Decision decision, String service, String method) {
    List<String> shown = new ArrayList<>();
    int count = 0;
    for (AccessRule rule : rules.all()) {
      if (rule == decision.rule()) {
        break;
      }
      String lacking = lacking(rule, service, method);
      if (lacking != null && count++ < MOST_SHOWN) {
        shown.add("; %s (%s) would be for it %s".formatted(rule, rule.then().label(), lacking));
      }
    }
    String more = count > MOST_SHOWN ? "; so would be %d more".formatted(count - MOST_SHOWN) : "";
    boolean isOfGroups = shown.stream().anyMatch(one -> one.contains(Who.GROUP));
    return String.join("", shown)
        + more
        + (isOfGroups ? "; which groups it has isn't known here, and wasn't given" : "");
  }

  /** What the call would have to have for a rule; null if the rule isn't for it anyway. */
  private String lacking(AccessRule rule, String service, String method) {
    boolean lacksTag = !rule.tags().isEmpty() && tag == null;
    boolean isOther =
        rule.calls().stream().noneMatch(pattern -> pattern.matches(service, method))
            || !rule.tags().isEmpty() && tag != null && !rule.tags().contains(tag);
    if (isOther) {
      return null;
    }
    long networks = rules.networksOf(network);
    Set<String> oneOf = new TreeSet<>();
    for (Who who : rule.who()) {
      if (who.matches(identity, networks)) {
        return lacksTag ? ofTags(rule) : null;
      } else if (who.type() == Who.Type.NETWORK && network == null) {
        oneOf.add("from its network");
      } else if (who.type() == Who.Type.GROUP && !knowsGroups) {
        oneOf.add("with " + who.key());
      }
    }
    String needs = String.join(" or ", oneOf);
    return needs.isEmpty() ? null : needs + (lacksTag ? " and " + ofTags(rule) : "");
  }

  private static String ofTags(AccessRule rule) {
    return "with tag " + String.join(" or ", new TreeSet<>(rule.tags()));
  }
}
