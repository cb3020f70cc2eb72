package dev.vertxmesh.backend;

import java.nio.file.Path;
import java.util.List;

/**
 * What an agent was told that concerns providers of every kind.
 *
 * @param maxMessage the largest request and the largest reply, in bytes
 * @param windowMax how much of a stream may be on its way at most, in bytes
 * @param api jars and folders with the services' interfaces and classes; they exist
 * @param exactNumbers whether a number that the provider might cut is refused
 */
public record BackendSettings(int maxMessage, int windowMax, List<Path> api, boolean exactNumbers) {

  public BackendSettings {
    api = List.copyOf(api);
  }
}
