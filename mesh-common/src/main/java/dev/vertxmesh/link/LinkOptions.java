package dev.vertxmesh.link;

import dev.vertxmesh.frame.Hello;

/**
 * What a link takes and how long it waits.
 *
 * @param maxMessage largest payload of one message, in bytes, all chunks together
 * @param chunk how much of a large message leaves at a time, in bytes, 65,536 at most; also what
 *     "large" means
 * @param maxQueued bytes that may wait to be sent before new calls are refused
 * @param maxAssembling bytes of unfinished incoming messages before further ones are refused
 * @param dictionary how many targets each side remembers for the other
 * @param keepAliveMillis silence after which a PING asks for a sign of life; after three times that
 *     the link is dead
 * @param helloMillis how long the other side may take to greet
 */
public record LinkOptions(
    int maxMessage,
    int chunk,
    int maxQueued,
    int maxAssembling,
    int dictionary,
    int keepAliveMillis,
    int helloMillis) {

  public static final int DEFAULT_MAX_MESSAGE = 8 << 20;

  public LinkOptions {
    requirePositive("maxMessage", maxMessage);
    requirePositive("chunk", chunk);
    requirePositive("maxQueued", maxQueued);
    requirePositive("maxAssembling", maxAssembling);
    requirePositive("dictionary", dictionary);
    requirePositive("keepAliveMillis", keepAliveMillis);
    requirePositive("helloMillis", helloMillis);
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ", expected more than 0");
    }
  }

  public static LinkOptions defaults() {
    return withMaxMessage(DEFAULT_MAX_MESSAGE);
  }

  public static LinkOptions withMaxMessage(int maxMessage) {
    int queued = (int) Math.min(Integer.MAX_VALUE, 4L * Math.max(maxMessage, 8 << 20));
    return new LinkOptions(maxMessage, 32 << 10, queued, queued, 1024, 5_000, 3_000);
  }

  /**
   * What every agent takes, in bytes: 64 KiB of payload, and as many fields as a frame can have. It
   * lets the sender choose its chunks without asking.
   */
  static final int LEAST_MAX_FRAME = (64 << 10) + 0xffff;

  /** The largest frame that this side takes. */
  int maxFrame() {
    return LEAST_MAX_FRAME;
  }

  Hello hello(String name, int credit) {
    return new Hello(
        Hello.VERSION,
        Hello.VERSION,
        maxFrame(),
        maxMessage,
        credit,
        dictionary,
        0,
        keepAliveMillis,
        name);
  }
}
