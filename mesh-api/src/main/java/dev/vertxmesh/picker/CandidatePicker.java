package dev.vertxmesh.picker;

/**
 * Chooses who gets a call. Belongs to one service and one event loop, and is called there only;
 * must not block.
 *
 * @param <C> what it was made of, and nothing else is picked
 */
public interface CandidatePicker<C extends Candidate> {

  /**
   * @param key calls with the same one belong together, as {@code --hash-on} says; 0 for a call
   *     that has none
   * @return one that {@link Candidate#isUsable() can be picked}; null if there's none
   */
  C pick(long key);

  /** The candidates' weights may have changed. */
  default void reweigh() {}
}
