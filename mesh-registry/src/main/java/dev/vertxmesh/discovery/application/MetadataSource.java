package dev.vertxmesh.discovery.application;

import io.vertx.core.Future;

/**
 * Tells what the instances of a revision serve: JSON as {@link MetadataInfo} reads it. May complete
 * on any thread; what fails says why in a message for a person.
 */
public interface MetadataSource {

  /** As the registry has it; empty or null if it has nothing. */
  Future<String> remote(String application, String revision);

  /** As an instance itself says. */
  Future<String> local(MetadataAddress where, String revision);
}
