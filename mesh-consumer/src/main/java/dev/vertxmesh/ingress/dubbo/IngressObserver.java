package dev.vertxmesh.ingress.dubbo;

/** Gets told what happens on the port; called on the ingress' event loop. */
public interface IngressObserver {

  IngressObserver NONE = new IngressObserver() {};

  default void onConnected() {}

  default void onDisconnected() {}

  default void onBytesRead(int count) {}

  default void onBytesWritten(int count) {}

  /** A connection is closed from here. */
  default void onDropped(String remote, String reason) {}
}
