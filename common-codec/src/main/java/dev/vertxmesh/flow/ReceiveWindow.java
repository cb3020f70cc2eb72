package dev.vertxmesh.flow;

/**
 * What the sender may still send, and what of that it has to be told, in bytes.
 *
 * <pre>
 *    size = what the sender may send  +  what has come and isn't taken  +  what is owed
 *           `--- allowance ---'                                            `- taken, not yet told
 * </pre>
 *
 * <p>What is taken is owed to the sender, and told when it is worth a frame. The window can be made
 * larger at once, and smaller as bytes are taken; and for a while it can be larger than its size,
 * for a message that is known to come.
 */
public final class ReceiveWindow {

  private int size;
  private long allowance;
  private long owed;
  private long surplus;

  public ReceiveWindow(int size) {
    this.size = size;
    this.allowance = size;
  }

  public int size() {
    return size;
  }

  /**
   * Bytes have come.
   *
   * @return false when there are more than the sender was allowed
   */
  public boolean receive(int bytes) {
    allowance -= bytes;
    return allowance >= 0;
  }

  /** Bytes have been taken, so that as many more may come. */
  public void take(int bytes) {
    long kept = Math.min(surplus, bytes);
    surplus -= kept;
    owed += bytes - kept;
  }

  /**
   * What to tell the sender now.
   *
   * @return the increment; 0 when less than {@code least} is owed
   */
  public int tell(int least) {
    if (owed == 0 || owed < least) {
      return 0;
    }
    int increment = (int) Math.min(Integer.MAX_VALUE, owed);
    owed -= increment;
    allowance += increment;
    return increment;
  }

  /** The sender is told of so many bytes more, that it may have under way from now on. */
  public void grow(int bytes) {
    size += bytes;
    allowance += bytes;
  }

  /**
   * Another size. A larger one counts at once, a smaller one as bytes are taken.
   *
   * @return the increment that the sender has to be told for it; 0 when it isn't larger
   */
  public int resize(int bytes) {
    int grown = bytes - size;
    size = bytes;
    long kept = Math.min(surplus, grown); // all of it where it has shrunk: there will be a surplus
    surplus -= kept;
    allowance += grown - kept;
    return (int) (grown - kept);
  }

  /**
   * So many bytes are known to come and will be taken: lets them come at once.
   *
   * @param coming bytes of a message that haven't come yet
   * @return the increment that the sender has to be told for it; 0 when the window is large enough
   */
  public int expect(long coming) {
    long extra = Math.min(coming - allowance, Integer.MAX_VALUE - Math.max(0, allowance));
    if (extra <= 0) {
      return 0;
    }
    long fromOwed = Math.min(owed, extra);
    owed -= fromOwed;
    surplus += extra - fromOwed;
    allowance += extra;
    return (int) extra;
  }
}
