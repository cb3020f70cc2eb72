package dev.vertxmesh.call;

/** What a call's caller speaks to this agent. */
public enum WireProtocol {
  /** A form or JSON, over any version of HTTP. */
  HTTP,
  GRPC,
  GRPC_WEB,
  /** Dubbo's TCP protocol. */
  DUBBO,
  /** Another agent's link. */
  LINK,
  /** Nothing: the agent makes the call itself. */
  NONE
}
