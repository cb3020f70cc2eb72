package dev.vertxmesh.backend;

/**
 * What a registry tells of a service's methods and their types, as a protocol understands it.
 * Immutable; the cache that keeps it knows nothing of it but what it weighs.
 */
public interface ServiceTypes {

  /** Bytes of heap that it takes, about. */
  long weight();
}
