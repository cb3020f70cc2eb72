package dev.vertxmesh.call;

/** What a call's caller speaks to this agent. */
public enum WireProtocol {
  /** A form or JSON, over any version of HTTP. */
  HTTP,
  /** gRPC over HTTP/2. */
  GRPC,
  /** gRPC as browsers speak it. */
  GRPC_WEB,
  /** Connect, over any version of HTTP. */
  CONNECT,
  /** Dubbo's TCP protocol. */
  DUBBO,
  /** Another agent's link. */
  LINK,
  /** Nothing: the agent makes the call itself. */
  NONE
}
