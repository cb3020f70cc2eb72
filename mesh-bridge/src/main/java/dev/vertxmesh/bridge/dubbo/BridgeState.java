package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.bridge.dubbo.connection.DubboConnection;

/** Where a bridge stands with its provider. */
sealed interface BridgeState {

  /** For a person to read. */
  String describe();

  /**
   * An attempt is under way.
   *
   * @param lastError why there's no connection, null before the first attempt has ended
   */
  record Connecting(String lastError) implements BridgeState {
    @Override
    public String describe() {
      return lastError == null ? "connecting" : "connecting again: " + lastError;
    }
  }

  /** There's a connection, but the provider was leaving before: it has to answer first. */
  record Trying(DubboConnection connection, String lastError) implements BridgeState {
    @Override
    public String describe() {
      return "connected, waiting for a sign of life: " + lastError;
    }
  }

  /** Takes calls. */
  record Open(DubboConnection connection) implements BridgeState {
    @Override
    public String describe() {
      return "connected";
    }
  }

  /** Between two attempts. */
  record Waiting(String lastError, long timer) implements BridgeState {
    @Override
    public String describe() {
      return "not connected: " + lastError;
    }
  }

  /** For good. */
  record Closed() implements BridgeState {
    @Override
    public String describe() {
      return "closed";
    }
  }
}
