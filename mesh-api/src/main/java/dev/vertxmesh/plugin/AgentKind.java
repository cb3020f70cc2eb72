package dev.vertxmesh.plugin;

/** One of the two agents that a call passes. */
public enum AgentKind {
  /** Beside the caller: it knows the caller's own connection and headers. */
  CONSUMER,
  /** Beside the provider: calls come from consumer agents, and have attachments only. */
  PROVIDER
}
