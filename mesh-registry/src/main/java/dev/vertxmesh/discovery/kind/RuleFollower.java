package dev.vertxmesh.discovery.kind;

import java.util.Map;
import java.util.function.Consumer;

/** Reads the routing rules that a registry has a place for. */
public interface RuleFollower {

  /**
   * Reads them from now on.
   *
   * @param listener gets all texts by the rules' names: for the first time within a second, though
   *     there may be none, and then whenever one has changed; one call at a time
   */
  void follow(Consumer<Map<String, String>> listener);

  /** Why some aren't taken, for a person, by their names. On any thread. */
  Map<String, String> skipped();

  /**
   * Reads none from here on, and tells none, not for the first time either. On the registry's
   * thread.
   */
  void end();
}
