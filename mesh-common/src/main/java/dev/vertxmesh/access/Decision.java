package dev.vertxmesh.access;

import java.util.Set;

/**
 * What is to become of a call.
 *
 * @param rule that decides; null if there's none for it
 */
record Decision(Verdict verdict, AccessRule rule) {

  /** There are no rules. */
  static final Decision UNRULED = new Decision(Verdict.ALLOW, null);

  /** There are, and none is for the call. */
  static final Decision DEFAULT = new Decision(Verdict.DENY, null);

  /** Attachments that the caller may set and others mayn't. */
  Set<String> may() {
    return rule == null ? Set.of() : rule.may();
  }

  /** For a person to read: who or what decides. */
  String reason() {
    if (rule != null) {
      return rule.toString();
    }
    return verdict == Verdict.DENY ? "no rule is for it" : "there are no rules";
  }
}
