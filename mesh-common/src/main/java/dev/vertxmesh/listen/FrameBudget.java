package dev.vertxmesh.listen;

/**
 * Which frames of an HTTP/2 connection are too many. A frame that asks for nothing costs one; what
 * comes for the sake of a call pays for those that go with it, and time pays for some: a token
 * bucket. Pure: time is handed in.
 *
 * <p>Envoy bounds the same by PRIORITY frames a stream (100), WINDOW_UPDATEs for each DATA frame
 * sent (10) and frames without payload in a row (1); here one bucket has all of them, PING,
 * SETTINGS and RST_STREAM, too. Header blocks have a bound of their own, since a block that doesn't
 * end makes no call (CVE-2024-27316 and its kin; Netty's own bound since 4.2.10 is 16 small ones,
 * too).
 */
final class FrameBudget {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int CONTINUATION = 9;

  /** What a connection may send at once. */
  static final int BURST = 2_000;

  /** What time pays for. */
  static final int A_SECOND = 200;

  /** CONTINUATION frames of one header block, which has at most 8 KiB. */
  static final int CONTINUATIONS = 16;

  /** A stream may be reset and given a priority, and be told some of its answer's window. */
  private static final int PAID_BY_HEADERS = 4;

  /** A reader of 16 KiB seldom gives windows back more often than for each 4 KiB. */
  private static final int PAID_BY_DATA_SENT = 4;

  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final long SECOND = 1_000_000_000L;

  private long left = BURST;
  private long paidUntil;
  private int continuations;
  private boolean inBlock;

  /**
   * @param nanos of now
   */
  FrameBudget(long nanos) {
    this.paidUntil = nanos;
  }

  /**
   * A frame has come.
   *
   * @param length bytes of its payload
   * @param nanos of now
   * @return whether it's one too many
   */
  boolean onFrame(int type, int flags, int length, long nanos) {
    switch (type) {
      case HEADERS -> {
        pay(PAID_BY_HEADERS);
        continuations = 0;
        inBlock = (flags & END_HEADERS) == 0;
      }
      case CONTINUATION -> {
        inBlock = (flags & END_HEADERS) == 0;
        continuations++;
        left--;
      }
      case DATA -> {
        if (length > 0 || (flags & END_STREAM) != 0) {
          pay(1);
        } else {
          left--;
        }
      }
      default -> left--;
    }
    return continuations > CONTINUATIONS || left < 0 && isSpent(nanos);
  }

  /** A frame of DATA has left, whose receiver gives windows back for it. */
  void onDataSent() {
    pay(PAID_BY_DATA_SENT);
  }

  private void pay(int amount) {
    left = Math.min(BURST, left + amount);
  }

  /** Time is asked only by who has spent all else. */
  private boolean isSpent(long nanos) {
    long earned = (nanos - paidUntil) / (SECOND / A_SECOND);
    paidUntil += earned * (SECOND / A_SECOND);
    left = Math.min(BURST, left + Math.min(BURST, earned));
    return left < 0;
  }

  /** Whether a header block has begun and not ended. */
  boolean isInBlock() {
    return inBlock;
  }
}
