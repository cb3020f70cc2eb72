package dev.vertxmesh.plugin;

import java.util.Map;
import java.util.Set;

/** What every class that a jar adds to an agent has. One object of it is made, when it starts. */
public interface Plugin {

  /**
   * What settings and errors call it: 1 to 40 small letters, digits and dashes, a letter first. No
   * two of a kind have the same.
   */
  String name();

  /** What it can be told, each name without {@link #name()} and the dot before it. */
  default Set<String> settings() {
    return Set.of();
  }

  /**
   * Is told what the user says with {@code --plugin-set NAME.SETTING=VALUE}: once, before anything
   * else is asked of it.
   *
   * @param given by the names of {@link #settings()}, of which those that weren't given are missing
   * @throws IllegalArgumentException naming a setting that is missing or wrong, and what is
   *     expected; the agent doesn't start then
   */
  default void configure(Map<String, String> given) {}
}
