package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.InvalidProtocolBufferException;

/** What a method of this agent's own does with a call's messages. */
interface BuiltinMethod {

  /**
   * One message; the next comes when {@link BuiltinCall#next()} is called.
   *
   * @throws InvalidProtocolBufferException if it can't be read
   */
  void onMessage(BuiltinCall call, byte[] message) throws InvalidProtocolBufferException;

  /** There is no more, and the last has been dealt with. */
  void onHalfClosed(BuiltinCall call);

  /** The call is over, whatever the reason: timers and calls that were made for it end. */
  default void onEnd() {}
}
