package dev.vertxmesh.flow;

/** What may still be sent, in bytes. */
public final class SendWindow {

  private int left;

  public SendWindow(int initial) {
    left = initial;
  }

  public int left() {
    return left;
  }

  /**
   * @param bytes at most what is {@link #left}
   */
  public void send(int bytes) {
    left -= bytes;
  }

  /**
   * The receiver takes more.
   *
   * @param increment from 0
   * @return false when that is more than a u31 holds, which no receiver may allow
   */
  public boolean grow(int increment) {
    if (increment > Integer.MAX_VALUE - left) {
      return false;
    }
    left += increment;
    return true;
  }
}
