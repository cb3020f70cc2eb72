package dev.vertxmesh.balance;

/** Chooses an endpoint. Belongs to one service and one event loop. */
@FunctionalInterface
public interface Picker {

  /**
   * @return null when no endpoint can be reached
   */
  Endpoint pick();
}
