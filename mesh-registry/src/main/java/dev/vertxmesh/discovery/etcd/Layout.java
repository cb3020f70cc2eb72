package dev.vertxmesh.discovery.etcd;

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

  /** Under which name an instance is put. */
  String name(Instance instance);

  /**
   * What is put there.
   *
   * @param grant what it's bound to
   */
  String value(Instance instance, long grant);

  /**
   * What an instance that this process put has become by somebody's hand; empty if the value is
   * broken.
   *
   * @param written as it was put last
   */
  Optional<Instance> reread(Instance written, String value);

  /** What is put under the name of one who leaves, before it's deleted; empty for nothing. */
  Optional<String> tombstone();
}
