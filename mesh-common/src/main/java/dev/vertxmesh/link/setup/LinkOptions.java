package dev.vertxmesh.link.setup;

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
 * @param window how many bytes of a stream the other side may send ahead of its reader at first
 * @param windowMax up to how many that grows with bandwidth x delay; the same as {@code window} for
 *     windows that don't grow
 * @param maxUnread bytes that readers of streams may leave unread together, before the slowest of
 *     them loses its call
 */
public record LinkOptions(
    int maxMessage,
    int chunk,
    int maxQueued,
    int maxAssembling,
    int dictionary,
    int keepAliveMillis,
    int helloMillis,
    int window,
    int windowMax,
    int maxUnread) {

  public static final int DEFAULT_MAX_MESSAGE = 8 << 20;

  public static final int DEFAULT_WINDOW = 64 << 10;
  public static final int DEFAULT_WINDOW_MAX = 16 << 20;

  /** Of the connection at first, in bytes, if windows may grow so far. */
  private static final int CONNECTION_WINDOW = 1 << 20;

  public LinkOptions {
    requirePositive("maxMessage", maxMessage);
    requirePositive("chunk", chunk);
    requirePositive("maxQueued", maxQueued);
    requirePositive("maxAssembling", maxAssembling);
    requirePositive("dictionary", dictionary);
    requirePositive("keepAliveMillis", keepAliveMillis);
    requirePositive("helloMillis", helloMillis);
    requirePositive("window", window);
    requirePositive("maxUnread", maxUnread);
    if (windowMax < window) {
      throw new IllegalArgumentException(
          "windowMax is " + windowMax + ", expected at least the window, " + window);
    }
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
    return new LinkOptions(
        maxMessage,
        32 << 10,
        queued,
        queued,
        1024,
        5_000,
        3_000,
        DEFAULT_WINDOW,
        DEFAULT_WINDOW_MAX,
        unread(maxMessage));
  }

  /** The same with other windows of streams, in bytes. */
  public LinkOptions withWindows(int first, int most) {
    return new LinkOptions(
        maxMessage,
        chunk,
        maxQueued,
        maxAssembling,
        dictionary,
        keepAliveMillis,
        helloMillis,
        first,
        most,
        maxUnread);
  }

  /** A quarter of the memory, and room for two of the largest messages in any case. */
  private static int unread(int maxMessage) {
    long quarter = Runtime.getRuntime().maxMemory() / 4;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(quarter, 2L * maxMessage));
  }

  /**
   * What every agent takes, in bytes: 64 KiB of payload, and as many fields as a frame can have. It
   * lets the sender choose its chunks without asking.
   */
  public static final int LEAST_MAX_FRAME = (64 << 10) + 0xffff;

  /** The largest frame that this side takes. */
  public int maxFrame() {
    return LEAST_MAX_FRAME;
  }

  public Hello hello(String name, int credit) {
    return new Hello(
        Hello.VERSION,
        Hello.VERSION,
        maxFrame(),
        maxMessage,
        credit,
        dictionary,
        Hello.STREAMS | Hello.WHOLES,
        keepAliveMillis,
        name,
        window,
        connectionWindow());
  }

  /** Whether windows follow bandwidth x delay. */
  public boolean windowsGrow() {
    return windowMax > window;
  }

  /** Bytes of all streams together that the other side may send at first. */
  public int connectionWindow() {
    return Math.max(window, Math.min(CONNECTION_WINDOW, windowMax));
  }
}
