package dev.vertxmesh.launch;

/**
 * Why an agent, or a part of what it was told to do, can't take calls.
 *
 * @param what for a person to read; the same words for as long as it's the same reason
 * @param todo what a person can do about it, as a sentence without its period; may be empty
 * @param isPassing whether it's likely to be over in a moment
 * @param isPartial whether the agent takes calls all the same: others than those it concerns
 */
public record Obstacle(String what, String todo, boolean isPassing, boolean isPartial) {

  /** Keeps the agent from being ready until somebody does something. */
  public static Obstacle of(String what, String todo) {
    return new Obstacle(what, todo, false, false);
  }

  /** Keeps the agent from being ready, for a moment as things stand. */
  public static Obstacle passing(String what) {
    return new Obstacle(what, "", true, false);
  }
}
