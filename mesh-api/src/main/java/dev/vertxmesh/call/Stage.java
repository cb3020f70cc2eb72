package dev.vertxmesh.call;

/** How far a call has got in this agent. */
public enum Stage {
  /** The first of its request has come. */
  CAME,
  /** It's a call, or will never be one, and goes down the path. */
  BEGUN,
  /** It was handed to whom answers it: an endpoint, the last of several, or the provider. */
  SENT,
  /** The answer has begun. */
  ANSWERED,
  /** It has ended, well or not. */
  ENDED
}
