package dev.vertxmesh.discovery.keyed;

import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Optional;

/** How instances stand in a folder of a store. Knows no store and no clock. */
public interface Layout {

  /** Whether a name says who is there; others aren't looked at. */
  boolean concerns(String name);

  /**
   * @return what an entry says; empty if that nobody is there, or not any more
   * @throws IllegalArgumentException why it can't be understood
   */
  Optional<Instance> read(String name, String value);

  /**
   * @param entries what single entries say
   * @return the instances, each once
   */
  List<Instance> join(List<Instance> entries);
}
