package dev.vertxmesh.kvstore.service;

/**
 * What the service takes.
 *
 * @param maxKey of one key, in bytes
 * @param maxValue of one value, in bytes
 * @param maxCalls that are in flight at a time
 * @param maxCallBytes that they and their answers have together
 */
public record ServiceLimits(int maxKey, int maxValue, int maxCalls, long maxCallBytes) {

  /** Beside key and value in a message. */
  private static final int FRAMING = 64;

  /**
   * The largest message that is read at all: there's room for a key or a value that is too large,
   * so that it can be said which.
   */
  public int maxMessage() {
    return 2 * (maxKey + maxValue) + FRAMING;
  }
}
