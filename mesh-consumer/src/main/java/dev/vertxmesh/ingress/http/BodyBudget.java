package dev.vertxmesh.ingress.http;

/**
 * Bounds the bytes of all request bodies that one event loop holds, from their first byte until
 * their call has ended, so that many large ones are refused instead of ending the process.
 */
public final class BodyBudget {

  private final long most;
  private long taken;

  /**
   * @param most bytes
   */
  public BodyBudget(long most) {
    this.most = most;
  }

  /** Takes bytes; takes nothing and returns false when that is more than is left. */
  boolean take(int bytes) {
    if (taken + bytes > most) {
      return false;
    }
    taken += bytes;
    return true;
  }

  void giveBack(int bytes) {
    taken -= bytes;
  }

  long most() {
    return most;
  }

  /** Bytes that are held now. */
  public long taken() {
    return taken;
  }
}
