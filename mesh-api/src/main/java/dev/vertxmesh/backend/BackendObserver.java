package dev.vertxmesh.backend;

/**
 * Gets told what happens on the way to a provider, whatever its protocol; called on the bridge's
 * event loop.
 */
public interface BackendObserver {

  BackendObserver NONE = new BackendObserver() {};

  /** A connection is open where there was none; {@code again} if it isn't the first. */
  default void onConnected(boolean again) {}

  /** The last connection that takes calls ended, or an attempt failed. */
  default void onDisconnected(String reason) {}

  /** Of gRPC only messages and their prefixes count: HTTP/2's own bytes aren't seen. */
  default void onBytesRead(int count) {}

  /** As {@link #onBytesRead}. */
  default void onBytesWritten(int count) {}

  /** A response came for an id that isn't in flight; it was ignored. */
  default void onUnknownResponse(long id) {}
}
