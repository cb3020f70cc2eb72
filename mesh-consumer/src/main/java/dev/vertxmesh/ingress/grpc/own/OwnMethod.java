package dev.vertxmesh.ingress.grpc.own;

/** What a method of this agent's own does with a call's messages. */
interface OwnMethod {

  /**
   * One message; the next comes when {@link OwnCall#next()} is called.
   *
   * @throws IllegalArgumentException if it can't be read
   */
  void onMessage(OwnCall call, byte[] message);

  /** There is no more, and the last has been dealt with. */
  void onHalfClosed(OwnCall call);

  /** The call is over, whatever the reason: timers and calls that were made for it end. */
  default void onEnd() {}
}
