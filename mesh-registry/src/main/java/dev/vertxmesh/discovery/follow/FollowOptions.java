package dev.vertxmesh.discovery.follow;

import java.nio.file.Path;

/**
 * What a registry of Dubbo's providers can be told.
 *
 * @param description what and where it is, for a person; nothing secret
 * @param waitSeconds how long a watch's beginning waits for a registry that can't be reached
 * @param snapshot the file that what was known last is kept in; null for none
 * @param isHere whether the registry is on this machine, and so those at its loopback address may
 *     be
 * @param hasTypes whether what providers say of methods and types is read
 * @param hasRules whether routing rules are read
 */
public record FollowOptions(
    String description,
    int waitSeconds,
    Path snapshot,
    boolean isHere,
    boolean hasTypes,
    boolean hasRules) {

  /** How long an interface is followed that nobody calls. */
  public static final long IDLE_MILLIS = 3_600_000;

  /** The same of one that nobody serves. */
  static final long IDLE_UNSERVED_MILLIS = 60_000;

  /** How many interfaces are followed. */
  static final int MOST_FOLLOWED = 20_000;

  /** How many are followed that nobody serves: callers make up their names. */
  static final int MOST_UNSERVED = 1_000;

  /** How long each of them is followed at least. */
  static final long LEAST_UNSERVED_MILLIS = 5_000;

  /** How long those stay who vanish while the registry can't be reached, or soon after. */
  static final long HOLD_MILLIS = 15_000;

  /** The same if nobody at all is left. */
  static final long EMPTY_HOLD_MILLIS = 600_000;

  /** By which what is read besides providers is left out. */
  public static final String NONE = "none";

  /**
   * Whether types are read.
   *
   * @param option of a URL; null where it isn't given
   * @throws IllegalArgumentException if it's something else than {@link #NONE}
   */
  public static boolean hasTypes(String option) {
    if (option != null && !option.equals(NONE)) {
      throw new IllegalArgumentException("types is '" + option + "', expected none");
    }
    return option == null;
  }

  long waitMillis() {
    return waitSeconds * 1_000L;
  }
}
