package dev.vertxmesh.simulation.world;

/** An invariant doesn't hold. Ends the run. */
public final class Broken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String invariant;

  /**
   * @param invariant its short name, such as {@code ends-once}
   * @param detail what was seen and what was expected
   */
  public Broken(String invariant, String detail) {
    super(detail, null, false, false);
    this.invariant = invariant;
  }

  public String invariant() {
    return invariant;
  }
}
