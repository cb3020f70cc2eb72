package dev.vertxmesh.bench.contest;

/** The run can't go on; the message says why and what to do. */
public final class ContestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ContestException(String message) {
    super(message);
  }
}
