package dev.vertxmesh.ingress;

/**
 * Bounds the bytes of all request bodies that one port holds on an event loop, from their first
 * byte until their call has ended, so that many large ones are refused instead of ending the
 * process. Small ones aren't counted: they must get through while large ones wait.
 */
public final class BodyBudget {

  /** Up to this many bytes a body is small. */
  static final int SMALL = 4 << 10;

  private final long most;
  private long taken;

  /**
   * @param most bytes
   */
  public BodyBudget(long most) {
    this.most = most;
  }

  /** A body grows or shrinks; changes nothing and returns false when there isn't that much left. */
  public boolean resize(int from, int to) {
    long next = taken - counted(from) + counted(to);
    if (next > most && to > from) {
      return false;
    }
    taken = next;
    return true;
  }

  private static int counted(int bytes) {
    return bytes <= SMALL ? 0 : bytes;
  }

  public long most() {
    return most;
  }
}
