package dev.vertxmesh.backend;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.plugin.Plugin;

/**
 * A protocol that providers speak, found with {@link java.util.ServiceLoader}; a plugin may bring
 * one.
 */
public interface BackendKind extends Plugin {

  /** What stands before {@code ://} where a registry has a provider that speaks it. */
  @Override
  String name();

  /** Whether the other end has to prove who it is, and nobody else can read. */
  default boolean isEncrypted() {
    return false;
  }

  /**
   * Takes an agent's settings; called once, when the agent starts, and may block.
   *
   * @throws IllegalArgumentException naming the setting that keeps the agent from starting
   */
  BackendFactory with(BackendSettings settings);

  /**
   * Reads what a registry tells of a service's methods and their types. It's data, and anybody may
   * have written it: nothing that it names is loaded. May take a while, and is called on no event
   * loop. Nobody asks a plugin's kind.
   *
   * @param text as providers of this protocol write it
   * @return null if the protocol has no use for it
   * @throws IllegalArgumentException why it can't be understood
   */
  default ServiceTypes types(ServiceKey service, String text) {
    return null;
  }
}
