package dev.vertxmesh.routing.rule;

/** What a rule's key names. */
public enum RuleScope {
  /** A service. */
  SERVICE,
  /** An application: the one that calls, or the one that is called. */
  APPLICATION
}
