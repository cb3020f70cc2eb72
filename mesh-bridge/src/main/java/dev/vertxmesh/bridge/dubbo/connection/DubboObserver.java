package dev.vertxmesh.bridge.dubbo.connection;

/** Gets told what happens on the way to a provider; called on the bridge's event loop. */
public interface DubboObserver {

  DubboObserver NONE = new DubboObserver() {};

  /** A connection is open; {@code again} if it isn't the first. */
  default void onConnected(boolean again) {}

  /** A connection ended, or an attempt failed. */
  default void onDisconnected(String reason) {}

  default void onBytesRead(int count) {}

  default void onBytesWritten(int count) {}

  /** A response came for an id that isn't in flight; it was ignored. */
  default void onUnknownResponse(long id) {}
}
