package dev.vertxmesh.backend;

import dev.vertxmesh.plugin.Plugin;

/**
 * A protocol that providers speak, found with {@link java.util.ServiceLoader}; a plugin may bring
 * one.
 */
public interface BackendKind extends Plugin {

  /** What stands before {@code ://} where a registry has a provider that speaks it. */
  @Override
  String name();

  /** Whether whoever is at the other end has to prove who it is, and nobody else can read. */
  default boolean isEncrypted() {
    return false;
  }

  /**
   * Takes an agent's settings; called once, when the agent starts, and may block.
   *
   * @throws IllegalArgumentException naming the setting that keeps the agent from starting
   */
  BackendFactory with(BackendSettings settings);
}
