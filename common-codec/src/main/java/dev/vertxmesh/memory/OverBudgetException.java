package dev.vertxmesh.memory;

/** What is being made weighs more than there is room for. */
public final class OverBudgetException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean fitsAlone;

  OverBudgetException(String message, boolean fitsAlone) {
    super(message, null, false, false); // a caller's doing, and its place is known
    this.fitsAlone = fitsAlone;
  }

  /** Whether it might fit at another time, when others have given back theirs. */
  public boolean fitsAlone() {
    return fitsAlone;
  }
}
