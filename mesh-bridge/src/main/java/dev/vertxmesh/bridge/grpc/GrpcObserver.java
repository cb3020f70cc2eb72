package dev.vertxmesh.bridge.grpc;

/** Gets told what happens on the way to a gRPC server; called on the bridge's event loop. */
public interface GrpcObserver {

  GrpcObserver NONE = new GrpcObserver() {};

  /** A connection is open where there was none; {@code again} if it isn't the first. */
  default void onConnected(boolean again) {}

  /** The last connection ended, or an attempt failed. */
  default void onDisconnected(String reason) {}

  /** Of messages and their prefixes; HTTP/2's own bytes aren't counted. */
  default void onBytesRead(int count) {}

  /** As {@link #onBytesRead}. */
  default void onBytesWritten(int count) {}
}
